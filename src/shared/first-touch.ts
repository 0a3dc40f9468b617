const touches = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Comes with the first movement of a hand in this tab: what a page needs only then is not fetched by the page alone
 * (docs/decisions/0017-what-a-page-loads.md).
 */
export const firstTouch: Promise<void> = new Promise((resolve) => {
  const told = () => {
    for (const touch of touches) window.removeEventListener(touch, told, { capture: true });
    resolve();
  };
  for (const touch of touches) window.addEventListener(touch, told, { capture: true });
});
