import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { placeNear, raise } from '../action-menu/place-near.ts';
import { keepWithin, stops } from '../tab-stops.ts';
import classes from './drop-panel.module.css';

/** A panel that is open. */
export function OpenPanel({
  label,
  anchor,
  onClose,
  children,
}: {
  label: string;
  anchor: HTMLElement;
  onClose: () => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = panel.current;
    if (!shown) return undefined;
    raise(shown);
    const place = () => placeNear(shown, anchor.getBoundingClientRect(), 'below');
    const enter = () =>
      (shown.querySelector<HTMLElement>('[data-autofocus]') ?? stops(shown)[0] ?? shown).focus({ preventScroll: true });
    place();
    enter();
    // Content that arrives later, such as a month, changes its size.
    const watcher = new ResizeObserver(() => {
      place();
      if (document.activeElement === shown) enter();
    });
    watcher.observe(shown);
    window.addEventListener('resize', place);
    // What it hangs on may still be sliding in.
    for (const moves of ['scroll', 'transitionend']) document.addEventListener(moves, place, true);
    return () => {
      watcher.disconnect();
      window.removeEventListener('resize', place);
      for (const moves of ['scroll', 'transitionend']) document.removeEventListener(moves, place, true);
    };
  }, [anchor]);
  useEffect(() => {
    const outside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !panel.current?.contains(target) && !anchor.contains(target)) onClose();
    };
    // Heard on the document, because a control that was pressed and then disabled takes the focus with it.
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onClose();
      anchor.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', escape, true);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', escape, true);
    };
  }, [anchor, onClose]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Tab stays within
    <div
      ref={panel}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element itself would take a place of its own
      role="dialog"
      aria-label={label}
      popover="manual"
      tabIndex={-1}
      className={classes.panel}
      onKeyDown={(event) => event.key === 'Tab' && keepWithin(event, event.currentTarget)}
      // Esc is for the panel alone: a drawer under it would take the key first.
      onFocus={({ target }) => target.setAttribute('data-mantine-stop-propagation', 'true')}
    >
      {children}
    </div>
  );
}
