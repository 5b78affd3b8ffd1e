import { startTransition, useCallback, useState } from 'react';

/** How far below the screen something is near, in screens. */
const nearMargin = '50%';

/** For what need not be fetched before the reader comes close: `isNear` stays true from then on. */
export function useNear(): { ref: (element: HTMLElement) => () => void; isNear: boolean } {
  const [isNear, setNear] = useState(false);
  const ref = useCallback((element: HTMLElement) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        startTransition(() => setNear(true));
      },
      { rootMargin: `0px 0px ${nearMargin} 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isNear };
}
