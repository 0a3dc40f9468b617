import { nameMarked, tellMatches } from './combobox-words.ts';
import { ignoreHeldKeys } from './held-keys.ts';
import { keepFocus } from './keep-focus.ts';

/** What everybody needs who works by keyboard or listens, on every screen at once. Ends with the page. */
export function careForKeyboards(page: Document = document): () => void {
  const stop = keepFocus(page);
  const tell = tellMatches(page);
  const marks = new MutationObserver(() => nameMarked(page.activeElement));
  const attributeFilter = ['data-combobox-selected', 'aria-controls', 'aria-activedescendant'];
  marks.observe(page.body, { childList: true, subtree: true, attributes: true, attributeFilter });
  page.addEventListener('keydown', ignoreHeldKeys, { capture: true });
  page.addEventListener('input', tell, { capture: true });
  return () => {
    stop();
    marks.disconnect();
    page.removeEventListener('keydown', ignoreHeldKeys, { capture: true });
    page.removeEventListener('input', tell, { capture: true });
  };
}
