import { onTestFinished } from 'vitest';

const live = '[aria-live], [role=status], [role=alert], output';

/**
 * What a person hears who listens to the screen, in order: what changes in a live region, and what comes as a status or
 * an alert. Begins with the call; what is there already is not told again.
 */
export function listen(page: Document = document): string[] {
  const heard: string[] = [];
  const before = new Map<Element, string>();
  for (const region of page.querySelectorAll(live)) before.set(region, textOf(region));
  const watcher = new MutationObserver((records) => {
    for (const region of page.querySelectorAll(live)) {
      const text = textOf(region);
      // The same sentence in a new element is read anew.
      const isAnew = records.some(({ target, addedNodes }) => target === region && addedNodes.length > 0);
      // One within another is read with it.
      if ((before.get(region) === text && !isAnew) || region.parentElement?.closest(live)) continue;
      before.set(region, text);
      if (text !== '') heard.push(text);
    }
  });
  watcher.observe(page.body, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => watcher.disconnect());
  return heard;
}

/** Words alone: what is pressed in a toast is not what it says. */
function textOf(region: Element): string {
  const words = region.cloneNode(true) as Element;
  for (const button of words.querySelectorAll('button')) button.remove();
  return words.textContent.trim().replaceAll(/\s+/g, ' ');
}
