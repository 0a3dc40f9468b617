import { focusScreen } from '../focus-screen.ts';
import { isTextField } from '../text-field.ts';
import { noteStandIn } from './stand-in.ts';
import { stops } from '../ui/tab-stops.ts';

/** Layers give the focus back themselves within this time (use-focus-back.ts). */
const othersFirstMs = 60;
/** A control that was busy so long gets the focus back that it lost. */
const busyMs = 10_000;

type Step = { element: HTMLElement; before: Element | null; after: Element | null };

/**
 * Wherever a control goes that has the focus, or is disabled under it, the focus goes to what stands beside it, or to
 * the screen: on `body` the next Tab would begin the page anew, and nothing would be read (WCAG 2.4.3).
 */
export function keepFocus(page: Document): () => void {
  let last: HTMLElement | null = null;
  let path: Step[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isNowhere = () => page.activeElement === null || page.activeElement === page.body;
  const isLost = (one: HTMLElement) => !one.isConnected || one.matches(':disabled');

  function note({ target }: Event): void {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    path = pathOf(target);
    noteStandIn(null);
  }
  /** Whoever clicks beside everything has meant that. */
  function left({ target, relatedTarget }: FocusEvent): void {
    if (relatedTarget !== null) return;
    setTimeout(() => {
      if (target === last && last && !isLost(last) && isNowhere()) last = null;
    });
  }
  function look(): void {
    if (!last || !isLost(last)) return;
    clearTimeout(timer);
    timer = setTimeout(bring, othersFirstMs);
  }
  function bring(): void {
    const gone = last;
    const isHere = page.activeElement === gone || isNowhere();
    if (!gone || !isHere || !isLost(gone)) return;
    const beside = besideOf(path);
    if (beside) beside.focus({ preventScroll: true });
    else focusScreen();
    noteStandIn(page.activeElement);
    if (gone.isConnected) giveBack(gone, page);
  }

  const watcher = new MutationObserver(look);
  watcher.observe(page.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  page.addEventListener('focusin', note, { capture: true });
  page.addEventListener('focusout', left, { capture: true });
  if (page.activeElement instanceof HTMLElement && !isNowhere()) {
    last = page.activeElement;
    path = pathOf(last);
  }
  return () => {
    clearTimeout(timer);
    watcher.disconnect();
    page.removeEventListener('focusin', note, { capture: true });
    page.removeEventListener('focusout', left, { capture: true });
  };
}

function pathOf(target: HTMLElement): Step[] {
  const path: Step[] = [];
  for (let at: HTMLElement | null = target; at && at !== target.ownerDocument.body; at = at.parentElement)
    path.push({ element: at, before: at.previousElementSibling, after: at.nextElementSibling });
  return path;
}

/** The stop after what is gone, or before it, within what still stands around it; none before a whole screen is left. */
function besideOf(path: readonly Step[]): HTMLElement | undefined {
  for (const { element, before, after } of path) {
    if (element.matches('main, [role=dialog], [role=alertdialog], #root')) return undefined;
    const next = stopsIn(after)[0] ?? stopsIn(before).at(-1);
    if (next) return next;
  }
  return undefined;
}

/** A phone would open its keyboard over what somebody reads. */
const opensKeyboard = (stop: HTMLElement) =>
  isTextField(stop) && typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;

function stopsIn(beside: Element | null): HTMLElement[] {
  if (!(beside instanceof HTMLElement) || !beside.isConnected) return [];
  const all = beside.matches('a[href], button, input, select, textarea, [tabindex]')
    ? stops(beside.parentElement ?? beside).filter((stop) => stop === beside)
    : stops(beside);
  return all.filter((stop) => !opensKeyboard(stop));
}

/** To a control that was disabled while it worked, unless somebody has gone on meanwhile. */
function giveBack(gone: HTMLElement, page: Document): void {
  const standIn = page.activeElement;
  const watcher = new MutationObserver(() => {
    if (page.activeElement !== standIn || !gone.isConnected) return watcher.disconnect();
    if (gone.matches(':disabled')) return undefined;
    watcher.disconnect();
    return gone.focus({ preventScroll: true });
  });
  watcher.observe(page.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  setTimeout(() => watcher.disconnect(), busyMs);
}
