import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import type { Icon } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import classes from './action-menu.module.css';
import { placeNear, raise, type Side } from './place-near.ts';

export type MenuEntry =
  | { kind: 'item'; key: string; label: string; icon?: Icon; onChoose: () => void; checked?: boolean }
  | { kind: 'heading'; key: string; label: string }
  | { kind: 'divider'; key: string };

type OpenMenuProps = {
  id?: string;
  label: string;
  anchor: HTMLElement;
  side: Side;
  entries: readonly MenuEntry[];
  onClose: () => void;
  onLeave: () => void;
};

/** An open menu on any anchor: arrows, Home, End, first letters, Esc. Focus is in it; `onClose` gives it back. */
export function OpenMenu({ id, label, anchor, side, entries, onClose, onLeave }: OpenMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = menu.current;
    if (!shown) return;
    raise(shown);
    placeNear(shown, anchor.getBoundingClientRect(), side);
    (shown.querySelector<HTMLElement>('[aria-checked=true]') ?? itemsOf(shown)[0])?.focus({ preventScroll: true });
  }, [anchor, side]);
  useEffect(() => {
    const outside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !menu.current?.contains(target) && !anchor.contains(target)) onLeave();
    };
    document.addEventListener('pointerdown', outside);
    window.addEventListener('resize', onLeave);
    return () => {
      document.removeEventListener('pointerdown', outside);
      window.removeEventListener('resize', onLeave);
    };
  }, [anchor, onLeave]);

  function key(event: KeyboardEvent<HTMLDivElement>): void {
    event.stopPropagation();
    if (event.key === 'Tab') return onLeave();
    if (event.key === 'Escape') event.preventDefault();
    if (event.key === 'Escape') return onClose();
    const next = nextItem(itemsOf(event.currentTarget), event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <div
      ref={menu}
      id={id}
      role="menu"
      popover="manual"
      tabIndex={-1}
      aria-label={label}
      className={classes.menu}
      onKeyDown={key}
    >
      {entries.map((entry) => {
        if (entry.kind === 'divider') return <hr key={entry.key} className={classes.divider} />;
        if (entry.kind === 'heading')
          return (
            <div key={entry.key} role="presentation" className={classes.heading}>
              {entry.label}
            </div>
          );
        const Glyph = entry.icon;
        return (
          <button
            key={entry.key}
            type="button"
            role={entry.checked === undefined ? 'menuitem' : 'menuitemradio'}
            aria-checked={entry.checked}
            tabIndex={-1}
            className={classes.item}
            onClick={() => {
              onClose();
              entry.onChoose();
            }}
          >
            {Glyph && <Glyph size={16} stroke={1.5} aria-hidden />}
            <span className={classes.word}>{entry.label}</span>
            {entry.checked && <IconCheck size={16} stroke={1.5} aria-hidden />}
          </button>
        );
      })}
    </div>
  );
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')];
}

function nextItem(items: HTMLElement[], key: string): HTMLElement | undefined {
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items.at(at - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return after.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}
