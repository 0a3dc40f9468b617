import { useLayoutEffect } from 'react';

/**
 * Gives the focus back to where it was before a layer opened, also the first time: Mantine remembers it only
 * for a layer that was there before it opened, and ours come with their first use.
 */
export function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    if (!opened || !(before instanceof HTMLElement) || before === document.body) return undefined;
    // The page may be gone by the time the focus is given back.
    const page = before.ownerDocument;
    return () => {
      const atClose = page.activeElement;
      setTimeout(() => {
        const now = page.activeElement;
        const isLost = now === null || now === page.body || now === atClose;
        if (isLost && before.isConnected) before.focus({ preventScroll: true });
      }, 10);
    };
  }, [opened]);
}
