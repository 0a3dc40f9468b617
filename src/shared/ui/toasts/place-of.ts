/** In px of the window. */
export type Box = { left: number; right: number; top: number; bottom: number };

type Around = {
  below: Box;
  above: Box;
  /** What has the focus; null for nothing. */
  focused: Box | null;
  /** Where open layers have their buttons. */
  buttons: readonly Box[];
};

/** Whether toasts stand above: where below they would cover the focus, or else the buttons (WCAG 2.4.11). */
export function placeOf({ below, above, focused, buttons }: Around): boolean {
  const covers = (place: Box, box: Box | null) => box !== null && isOver(place, box);
  if (covers(below, focused) !== covers(above, focused)) return covers(below, focused);
  return buttons.some((box) => covers(below, box)) && !buttons.some((box) => covers(above, box));
}

function isOver(one: Box, other: Box): boolean {
  const isShown = other.right > other.left && other.bottom > other.top;
  return (
    isShown && one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
  );
}
