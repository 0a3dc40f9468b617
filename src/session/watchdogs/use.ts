/**
 * A key, a pointer, a touch or a scroll by a person. The event 'scroll' itself is left out: it also comes when the
 * app scrolls, and every scroll of a person begins with one of these.
 */
const uses = ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'touchmove', 'wheel'] as const;

/** Tells of every use at most once a second, also of what a dialog keeps to itself. */
export function watchUse(used: () => void): () => void {
  let last = -Infinity;
  const hear = (event: Event) => {
    if (!event.isTrusted || Math.abs(event.timeStamp - last) < 1_000) return;
    last = event.timeStamp;
    used();
  };
  const options = { capture: true, passive: true };
  for (const use of uses) window.addEventListener(use, hear, options);
  return () => {
    for (const use of uses) window.removeEventListener(use, hear, options);
  };
}

/** Looks every few seconds, and at once when a person or the machine comes back: timers do not run in sleep. */
export function watchTime(look: () => void): () => void {
  const timer = setInterval(look, 5_000);
  window.addEventListener('focus', look);
  window.addEventListener('pageshow', look);
  document.addEventListener('visibilitychange', look);
  document.addEventListener('resume', look);
  return () => {
    clearInterval(timer);
    window.removeEventListener('focus', look);
    window.removeEventListener('pageshow', look);
    document.removeEventListener('visibilitychange', look);
    document.removeEventListener('resume', look);
  };
}
