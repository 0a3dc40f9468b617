import { useEffect } from 'react';

/** A key that is held presses once: it would answer the next question by itself otherwise, and book or check in. */
export function useOnePress(): void {
  useEffect(() => {
    const ignore = (event: KeyboardEvent) => {
      const isPress = event.key === 'Enter' || (event.key === ' ' && event.target instanceof HTMLButtonElement);
      if (event.repeat && isPress && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
    };
    window.addEventListener('keydown', ignore, { capture: true });
    return () => window.removeEventListener('keydown', ignore, { capture: true });
  }, []);
}
