import { useEffect, useState } from 'react';

/** The value once it has stayed the same for a while: what is typed does not ask the server with every letter. */
export function useSettled(value: string, pauseMs = 500): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
