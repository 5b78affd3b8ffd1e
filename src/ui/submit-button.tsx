import { type MouseEvent, useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { Spinner } from './spinner.tsx';

export const clickGuardMs = 1000;

/** Returns a test that is true at most once per second: the guard against double clicks. */
export function useClickGuard(now: () => number = Date.now): () => boolean {
  const last = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    if (now() - last.current < clickGuardMs) return false;
    last.current = now();
    return true;
  };
}

/** A button that sends something: one click counts once, and while the answer is awaited it shows so. */
export function SubmitButton({
  pending = false,
  onClick,
  children,
  disabled,
  ...props
}: ButtonProps & { pending?: boolean }) {
  const mayClick = useClickGuard();
  const guard = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending || !mayClick()) return event.preventDefault();
    onClick?.(event);
  };
  return (
    <Button type="submit" aria-busy={pending} disabled={disabled} {...props} onClick={guard}>
      {pending && <Spinner />}
      {children}
    </Button>
  );
}
