/** `belowEnd` ends where the button ends. */
export type Side = 'below' | 'belowEnd' | 'right';

/** Into the top layer: a drawer's transform would make the window of what lies in it the drawer itself. */
export function raise(panel: HTMLElement): void {
  if (typeof panel.showPopover === 'function') panel.showPopover();
}

/** Beside or below the button, inside the window. */
export function placeNear(menu: HTMLElement, from: DOMRect, side: Side): void {
  const { offsetWidth: width, offsetHeight: height } = menu;
  const isRight = side === 'right' && from.right + width + 8 < window.innerWidth;
  const start = side === 'belowEnd' ? from.right - width : from.left;
  const left = isRight ? from.right + 4 : Math.min(start, window.innerWidth - width - 8);
  const below = isRight ? from.bottom - height : from.bottom + 4;
  const top = below + height > window.innerHeight - 8 ? from.top - height - 4 : below;
  menu.style.left = `${Math.max(8, left)}px`;
  menu.style.top = `${Math.max(8, top)}px`;
}
