/** Moving among cards by keyboard: the focus is the place. */
const links = (within: ParentNode) => [...within.querySelectorAll<HTMLElement>('[data-visit] [data-do="open"]')];

/** The visit whose card holds the focus. */
export function focusedVisit(board: HTMLElement | null): string | null {
  const card = board?.contains(document.activeElement)
    ? document.activeElement?.closest<HTMLElement>('[data-visit]')
    : null;
  return card?.dataset['visit'] ?? null;
}

/** To the card of a visit, wherever it stands now. */
export function focusVisit(board: HTMLElement, VisitId: string): void {
  const card = [...board.querySelectorAll<HTMLElement>('[data-visit]')].find(
    (each) => each.dataset['visit'] === VisitId,
  );
  focus(card?.querySelector<HTMLElement>('[data-do="open"]') ?? undefined);
}

/** Up or down within a column; from nowhere, to the first card of all. */
export function focusByStep(board: HTMLElement | null, step: 1 | -1): void {
  if (!board) return;
  const column = document.activeElement?.closest<HTMLElement>('[data-column]');
  if (!column || !board.contains(column)) {
    focus(links(board)[0]);
    return;
  }
  const cards = links(column);
  const at = cards.findIndex((link) => link.closest('[data-visit]')?.contains(document.activeElement));
  focus(cards[at < 0 ? 0 : at + step]);
}

/** To the next column with a card, at the same height. */
export function focusByColumn(board: HTMLElement | null, step: 1 | -1): void {
  const columns = [...(board?.querySelectorAll<HTMLElement>('[data-column]') ?? [])];
  const here = columns.findIndex((column) => column.contains(document.activeElement));
  if (here < 0) return focusByStep(board, 1);
  const at = links(columns[here] ?? document).findIndex((link) =>
    link.closest('[data-visit]')?.contains(document.activeElement),
  );
  for (let next = here + step; columns[next]; next += step) {
    const cards = links(columns[next] ?? document);
    if (cards.length === 0) continue;
    focus(cards[Math.min(Math.max(at, 0), cards.length - 1)]);
    return;
  }
}

function focus(link: HTMLElement | undefined): void {
  link?.focus();
  link?.scrollIntoView({ block: 'nearest' });
}
