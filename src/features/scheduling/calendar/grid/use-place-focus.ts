import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Geometry } from './geometry.ts';
import { bringIntoSight, placeIn } from './grid-sight.ts';
import type { GridColumn } from './grid-types.ts';
import type { Stop } from './stops.ts';

type Ground = {
  columns: readonly GridColumn[];
  geometry: Geometry;
  frame: RefObject<HTMLElement | null>;
  body: RefObject<HTMLElement | null>;
};

/** Focuses the place of the keys once it is drawn, and again after a redraw took the focus away. */
export function usePlaceFocus(ground: Ground, stop: Stop | null) {
  const { columns, geometry } = ground;
  /** The place is to be focused once it is drawn. */
  const wants = useRef(false);
  const hasFocus = useRef(false);

  useLayoutEffect(() => {
    const { frame, body } = ground;
    if (!stop || !frame.current || !body.current) return;
    const isLost = hasFocus.current && (document.activeElement === document.body || document.activeElement === null);
    if (!wants.current && !isLost) return;
    const place = placeIn(body.current, stop);
    if (!place) return;
    wants.current = false;
    place.focus({ preventScroll: true });
    bringIntoSight(
      frame.current,
      place,
      columns.findIndex(({ key }) => key === stop.column),
      geometry,
    );
  });

  // A click elsewhere ends the focus; a redraw in another column does not.
  useEffect(() => {
    const away = ({ target }: PointerEvent) => {
      if (target instanceof Node && !ground.frame.current?.contains(target)) hasFocus.current = false;
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [ground.frame]);

  return {
    want() {
      wants.current = true;
    },
    /** Whether a place has the focus now. */
    note(isOnPlace: boolean) {
      hasFocus.current = isOnPlace;
    },
  };
}
