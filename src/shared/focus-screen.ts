/** The focus goes to the top of the open layer or of the screen, so that the next Tab is not the first of the page. */
export function focusScreen(): void {
  const layers = document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]');
  const target =
    [...layers].at(-1) ??
    document.querySelector<HTMLElement>('[data-page-heading]') ??
    document.querySelector<HTMLElement>('main') ??
    document.querySelector<HTMLElement>('h1');
  if (!target) return;
  if (target.tabIndex < 0 && !target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
