const hidden = '[aria-hidden="true"], [hidden], [style*="display: none"], [style*="display:none"]';

/** What Tab stops at. */
export function stops(within: HTMLElement): HTMLElement[] {
  const found = within.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]');
  return [...found].filter((each) => each.tabIndex >= 0 && !each.matches(':disabled') && !each.closest(hidden));
}

/** After the last stop comes the first, and the other way round; between them Tab goes where the browser takes it. */
export function keepWithin(event: Pick<KeyboardEvent, 'shiftKey' | 'preventDefault'>, within: HTMLElement): void {
  const now = within.ownerDocument.activeElement;
  const all = stops(within);
  const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
  if (!to || (now !== within && !isSameStop(now, from))) return;
  event.preventDefault();
  (all.find((each) => isChosen(each) && isSameStop(each, to)) ?? to).focus();
}

/** Radio buttons of one choice are one stop: the chosen one. */
function isSameStop(one: Element | null, other: Element | undefined): boolean {
  if (one === other) return true;
  if (!isRadio(one) || !isRadio(other)) return false;
  return one.name !== '' && one.name === other.name && one.form === other.form;
}

function isRadio(element: Element | null | undefined): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === 'radio';
}

const isChosen = (element: HTMLElement) => isRadio(element) && element.checked;

/** The field that is to be first, or the first one there is; none where nothing is asked. */
export function firstField(within: HTMLElement): HTMLElement | undefined {
  const meant = within.querySelector<HTMLElement>('[data-autofocus]');
  if (meant) return meant;
  const fields = stops(within).filter((each) => each.matches('input, select, textarea'));
  const [first] = fields;
  return fields.find((each) => isChosen(each) && isSameStop(each, first)) ?? first;
}
