import { type ReactNode, useId } from 'react';
import { Label } from '#shared/ui/label.tsx';

interface ControlProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

/** Label, control, hint and error, tied together for screen readers. `children` gets what the control must carry. */
export function FormField({
  label,
  hint,
  error,
  children,
}: {
  label: string;
  hint?: ReactNode;
  error?: string;
  children: (props: ControlProps) => ReactNode;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error || hint);
  return (
    <div className="space-y-1.5">
      <Label htmlFor={id}>{label}</Label>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': hasNote ? noteId : undefined })}
      {hasNote && (
        <p
          id={noteId}
          role={error ? 'alert' : undefined}
          className={error ? 'text-destructive' : 'text-muted-foreground'}
        >
          {error || hint}
        </p>
      )}
    </div>
  );
}
