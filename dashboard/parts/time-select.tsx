import type { ComponentProps } from 'react';
import { NativeSelect } from '#shared/ui/native-select.tsx';

const stepMinutes = 30;
const dayMinutes = 1_440;

/** `08:30` for minutes since midnight. */
export function clockText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** A time of the day in half hours; its value is minutes since midnight. `also` is offered even if it lies between. */
export function TimeSelect({ also, ...props }: ComponentProps<'select'> & { also?: number }) {
  const minutes = new Set(Array.from({ length: dayMinutes / stepMinutes }, (_, index) => index * stepMinutes));
  if (also !== undefined) minutes.add(also);
  return (
    <NativeSelect {...props}>
      {[...minutes]
        .sort((a, b) => a - b)
        .map((minute) => (
          <option key={minute} value={minute}>
            {clockText(minute)}
          </option>
        ))}
    </NativeSelect>
  );
}
