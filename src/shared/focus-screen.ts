/**
 * The focus goes to the open layer, or to the innermost heading of the screen, so that the next Tab is not the first of
 * the page.
 */
export function focusScreen(): void {
  const find = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].toReversed();
  const wanted = [...find('[role=dialog], [role=alertdialog]'), ...find('[data-page-heading]'), ...find('main, h1')];
  for (const target of wanted) {
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
    target.focus({ preventScroll: true });
    // What is not drawn takes no focus.
    if (document.activeElement === target) return;
  }
}
