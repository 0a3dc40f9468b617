let isPressed = false;
const released: (() => void)[] = [];

function release(): void {
  isPressed = false;
  // The click is aimed while the pointer comes up: the screen may move only after it.
  for (const run of released.splice(0)) setTimeout(run);
}

window.addEventListener('pointerdown', () => (isPressed = true), { capture: true });
window.addEventListener('pointerup', release, { capture: true });
window.addEventListener('pointercancel', release, { capture: true });

/**
 * Runs at once, or once the pointer that is down came up: a sentence that appears at the field somebody leaves
 * would push away what they are about to click.
 */
export function afterPress(run: () => void): void {
  if (isPressed) released.push(run);
  else run();
}

type FormOf = { validateField: (path: string) => unknown };

/** `useForm({ enhanceGetInputProps: checkOnLeaving })`: a field is checked when it is left, without moving a click. */
export function checkOnLeaving({ field, form }: { field: PropertyKey; form: FormOf }): { onBlur: () => void } {
  return { onBlur: () => afterPress(() => void form.validateField(String(field))) };
}
