import { focusQuietly } from '../../focus/focus-quietly.ts';
import { firstField, keepWithin } from '../tab-stops.ts';

/**
 * The ref of an open drawer: its first field has the focus, also one that comes later, or the cross where nothing is
 * asked. Once somebody has gone elsewhere in it, the focus is theirs: a search field that loses it gives up its letters.
 * Mantine's own trap takes it whenever it gets to it, which may be long after the drawer is seen. Tab stays within.
 */
export function drawerFocus(dialog: HTMLElement | null): (() => void) | undefined {
  if (!dialog) return undefined;
  const page = dialog.ownerDocument;
  const before = page.activeElement;
  let placed: HTMLElement | undefined;
  const watcher = new MutationObserver(place);
  function place(): void {
    const now = page.activeElement;
    const isFree = now === null || now === page.body || now === before || now === placed;
    const field = firstField(dialog!);
    if (!isFree || !dialog!.isConnected) return watcher.disconnect();
    if (!field && placed) return undefined;
    placed = field ?? dialog!.querySelector('button') ?? dialog!;
    focusQuietly(placed);
    if (field) watcher.disconnect();
    return undefined;
  }
  const mine = ({ target }: Event) => (target as Element).closest('[role=dialog]') === dialog;
  const onKey = (event: KeyboardEvent) => {
    watcher.disconnect();
    if (event.key === 'Tab' && !event.defaultPrevented && mine(event)) keepWithin(event, dialog);
  };
  const onPress = () => watcher.disconnect();
  dialog.addEventListener('keydown', onKey);
  dialog.addEventListener('pointerdown', onPress);
  watcher.observe(dialog, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  // Not before what opened it is remembered (use-focus-back.ts).
  queueMicrotask(place);
  return () => {
    watcher.disconnect();
    dialog.removeEventListener('keydown', onKey);
    dialog.removeEventListener('pointerdown', onPress);
  };
}
