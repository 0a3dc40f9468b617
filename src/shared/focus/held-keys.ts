import { isTextField } from '../text-field.ts';

const pressable = 'a[href], button, input, summary, [role=button], [role=menuitem], [role=option], [role=tab]';

/** A key that is held presses once: it opened the question that it would answer by itself otherwise. */
export function ignoreHeldKeys(event: KeyboardEvent): void {
  if (!event.repeat || !(event.target instanceof Element)) return;
  const isPress = event.key === 'Enter' || (event.key === ' ' && !isTextField(event.target));
  if (isPress && event.target.closest(pressable)) event.preventDefault();
}
