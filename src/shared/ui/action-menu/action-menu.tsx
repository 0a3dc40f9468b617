import { Suspense, useId, useState, type ReactNode } from 'react';
import { MenuLater } from './menu-later.tsx';
import type { MenuEntry } from './open-menu.tsx';

type ActionMenuProps = {
  /** Names the button; left out where its content is the name. */
  label?: string;
  className?: string | undefined;
  entries: readonly MenuEntry[];
  /** Where the menu opens from its button. */
  side?: 'below' | 'right';
  /** -1 where keys lead here otherwise than by Tab. */
  tabIndex?: number;
  /** Where entries tell of what may have changed since. */
  onOpen?: () => void;
  /** The button's content. */
  children: ReactNode;
};

/** A button and its menu by the ARIA pattern: arrows, Home, End, first letters, Esc; light enough for every card. */
export function ActionMenu({ label, className, entries, side = 'below', tabIndex, onOpen, children }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const menuId = useId();
  function open(): void {
    setOpen(true);
    onOpen?.();
  }
  function close(): void {
    setOpen(false);
    button?.focus();
  }
  return (
    <>
      <button
        ref={setButton}
        type="button"
        className={className}
        tabIndex={tabIndex}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={() => (isOpen ? setOpen(false) : open())}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return;
          event.preventDefault();
          open();
        }}
      >
        {children}
      </button>
      {isOpen && button && (
        <Suspense>
          <MenuLater
            id={menuId}
            label={label ?? 'Menu'}
            anchor={button}
            side={side}
            entries={entries}
            onClose={close}
            onLeave={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
