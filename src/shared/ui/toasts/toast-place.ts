import { useNotifications } from '@mantine/notifications';
import { useLayoutEffect, useState } from 'react';
import { placeOf } from './place-of.ts';
import classes from './toasts.module.css';

/** The classes of the toasts' place: below, or above where they would cover what has the focus or the buttons of a layer. */
export function useToastPlace(): string {
  const { notifications: shown } = useNotifications();
  const [isAbove, setAbove] = useState(false);
  const count = shown.length;
  useLayoutEffect(() => {
    if (count === 0) return undefined;
    const place = () => setAbove((was) => placeNow() ?? was);
    // Where it is drawn is known in the next frame, and a layer that closes takes one more.
    const soon = () => void requestAnimationFrame(() => requestAnimationFrame(place));
    soon();
    for (const moved of ['focusin', 'resize', 'scroll', 'click'] as const)
      window.addEventListener(moved, soon, { capture: true });
    return () => {
      for (const moved of ['focusin', 'resize', 'scroll', 'click'] as const)
        window.removeEventListener(moved, soon, { capture: true });
    };
  }, [count]);
  return `${classes['host']} ${isAbove ? classes['above'] : ''}`;
}

/** Undefined where no toast is drawn. */
function placeNow(): boolean | undefined {
  const host = document.querySelector<HTMLElement>(`.${classes['host']}[data-position='bottom-center']`);
  if (!host || host.offsetHeight === 0) return undefined;
  const { left, right, height } = host.getBoundingClientRect();
  const gap = (name: string) => Number.parseFloat(getComputedStyle(host).getPropertyValue(name)) || 0;
  const bottom = window.innerHeight - gap('--toast-below');
  const top = gap('--toast-above');
  const focused = document.activeElement;
  const isFree = focused === null || focused === document.body || host.contains(focused);
  return placeOf({
    below: { left, right, top: bottom - height, bottom },
    above: { left, right, top, bottom: top + height },
    focused: isFree ? null : focused.getBoundingClientRect(),
    buttons: [...document.querySelectorAll('[data-layer-buttons]')].map((each) => each.getBoundingClientRect()),
  });
}
