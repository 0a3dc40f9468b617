import { useEffect } from 'react';
import { isShortcutStart, shortcutFor } from '#shared/shortcuts.ts';
import { isTextField } from '#shared/text-field.ts';

/** Two keys in turn count as one shortcut within this time. */
const patience = 1_200;

/**
 * Listens once for the whole app; keys typed into a field, and keys under an open dialog, are left alone. Without
 * `hasSingleKeys` only those with Ctrl count.
 */
export function useKeyListener(hasSingleKeys: boolean): void {
  useEffect(() => {
    let first = '';
    let forget: ReturnType<typeof setTimeout> | undefined;
    function listen(event: KeyboardEvent): void {
      const key = nameOf(event);
      if (key === null || event.defaultPrevented || event.repeat) return;
      if (key !== 'Ctrl+K' && (!hasSingleKeys || isTextField(event.target) || isUnderDialog())) return;
      const shortcut = shortcutFor(first === '' ? key : `${first} ${key}`) ?? shortcutFor(key);
      clearTimeout(forget);
      first = '';
      if (shortcut) {
        event.preventDefault();
        shortcut.run();
      } else if (isShortcutStart(key)) {
        first = key;
        forget = setTimeout(() => (first = ''), patience);
      }
    }
    window.addEventListener('keydown', listen);
    return () => {
      clearTimeout(forget);
      window.removeEventListener('keydown', listen);
    };
  }, [hasSingleKeys]);
}

function nameOf(event: KeyboardEvent): string | null {
  if (event.altKey || event.isComposing) return null;
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k' ? 'Ctrl+K' : null;
  return event.key.length === 1 ? event.key.toLowerCase() : null;
}

function isUnderDialog(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null;
}
