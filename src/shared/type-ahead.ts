let typed = '';
let stop: (() => void) | null = null;

/** A field that takes longer than this to appear will not come. */
const patienceMs = 3_000;

/** Keeps what is typed between the key that opens a search and its field being there: fast hands do not wait. */
export function startTypeAhead(): void {
  stop?.();
  typed = '';
  function keep(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.key === 'Escape') return;
    if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (event.key.length === 1) typed += event.key;
    event.preventDefault();
    event.stopPropagation();
  }
  const end = () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', keep, { capture: true });
    stop = null;
  };
  const timer = setTimeout(end, patienceMs);
  window.addEventListener('keydown', keep, { capture: true });
  stop = end;
}

/** What was typed since the key that opens the field. */
export function typedAhead(): string {
  return stop ? typed : '';
}

/** The field has the keyboard from here on. */
export function endTypeAhead(): void {
  stop?.();
}
