/** The sign before the name. `index.html` shows the same one while the scripts are on their way. */
export function BrandMark() {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className="brand-mark size-5 shrink-0">
      <rect width="32" height="32" rx="6" className="fill-primary" />
      <path d="M7 9h18v3.4h-7.2V25h-3.6V12.4H7z" className="fill-primary-foreground" />
    </svg>
  );
}
