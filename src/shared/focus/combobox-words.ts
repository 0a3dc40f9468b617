import { announce } from '../ui/live-region/live-region.tsx';
import { settleMs } from '../ui/live-region/settled-count.tsx';

type List = { options: number; empty: string; marked: string | null };

/** The list of a choice by typing, as it is drawn; null where none is open. */
function listOf(field: Element): List | null {
  const list = field.ownerDocument.getElementById(field.getAttribute('aria-controls') ?? '');
  if (!list?.matches('[class*="mantine-"]')) return null;
  return {
    options: list.querySelectorAll('[data-combobox-option]').length,
    empty: list.querySelector('[class*="-empty"]')?.textContent ?? '',
    marked: list.querySelector('[data-combobox-selected]')?.id ?? null,
  };
}

/** The marked option is named to who listens: it is what Enter takes. Mantine names it only after an arrow key. */
export function nameMarked(field: Element | null): void {
  if (!field?.matches('[role=combobox]')) return;
  const list = listOf(field);
  // A list that has closed has nothing marked in it.
  if (!list && field.getAttribute('aria-expanded') !== 'true') return field.removeAttribute('aria-activedescendant');
  if (!list || field.getAttribute('aria-activedescendant') === list.marked) return;
  if (list.marked === null) field.removeAttribute('aria-activedescendant');
  else field.setAttribute('aria-activedescendant', list.marked);
}

export function matchWords({ options, empty }: Pick<List, 'options' | 'empty'>): string {
  if (options > 0) return options === 1 ? '1 match' : `${options} matches`;
  return empty === '' ? 'No match' : empty;
}

/** How many match is told once it is known and nothing more is typed. */
export function tellMatches(page: Document): (event: Event) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.getAttribute('role') !== 'combobox') return;
    if (target.getAttribute('aria-haspopup') !== 'listbox') return;
    clearTimeout(timer);
    const tell = () => {
      if (page.activeElement !== target || target.getAttribute('aria-expanded') !== 'true') return;
      const list = listOf(target) ?? { options: 0, empty: '' };
      if (list.options === 0 && list.empty === 'Searching') timer = setTimeout(tell, settleMs);
      else announce(matchWords(list));
    };
    timer = setTimeout(tell, settleMs);
  };
}
