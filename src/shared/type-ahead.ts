export type TypedAhead = { text: string; isEntered: boolean };

const nothing: TypedAhead = { text: '', isEntered: false };
let typed = nothing;
let stop: (() => void) | null = null;

/** A field that takes longer than this to appear will not come. */
const patienceMs = 3_000;

/** Keeps what is typed between the key that opens a search and its field being there: fast hands do not wait. */
export function startTypeAhead(): void {
  stop?.();
  typed = nothing;
  function keep(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.key === 'Escape') return;
    if (event.key === 'Enter') typed = { ...typed, isEntered: true };
    else if (event.key === 'Backspace') typed = { text: typed.text.slice(0, -1), isEntered: false };
    else if (event.key.length === 1) typed = { text: typed.text + event.key, isEntered: false };
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
export function typedAhead(): TypedAhead {
  return stop ? typed : nothing;
}

/** The field has the keyboard from here on. */
export function endTypeAhead(): void {
  stop?.();
}
