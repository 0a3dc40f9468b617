/** A choice would open its list over the fields below, and over the sentence that says what is wrong with it. */
export function focusQuietly(field: HTMLElement): void {
  const stop = (event: Event) => event.stopImmediatePropagation();
  const isChoice = field.getAttribute('aria-haspopup') === 'listbox';
  if (isChoice) window.addEventListener('focusin', stop, { capture: true });
  field.focus({ preventScroll: true });
  window.removeEventListener('focusin', stop, { capture: true });
}
