let standIn: Element | null = null;

/** What got the focus because what had it went (keep-focus.ts), not because a person went there. */
export function noteStandIn(element: Element | null): void {
  standIn = element;
}

/** Whether the focus is free to follow to what opens: nowhere, or where nobody has led it. */
export function isFocusFree(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || at === standIn || at.matches('main, [data-page-heading]');
}
