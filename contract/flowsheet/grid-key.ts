import type { GridColumn, GridPlace } from './paste-tsv.ts';

/**
 * Where the grid's one tab stop is. Row -1 is the column heads. While a cell is edited `text` is what was typed, or
 * null while it is still the cell's own; `isReplacing` says that typing started it, so arrows leave the cell.
 */
export type GridState = {
  rows: readonly { id: string; block: string | null }[];
  columns: readonly GridColumn[];
  at: GridPlace;
  editing: { text: string | null; isReplacing: boolean } | null;
};

export type GridKey = {
  key: string;
  shift?: boolean;
  /** Ctrl, or Command on a Mac. */
  ctrl?: boolean;
  alt?: boolean;
  isComposing?: boolean;
};

/** What the screen has to do besides showing the state. */
export type GridEffect =
  | { kind: 'write'; rowId: string; columnKey: string; text: string }
  | { kind: 'clear' | 'takeLast'; rowId: string; columnKey: string }
  | { kind: 'takeLastColumn'; columnKey: string }
  | { kind: 'addRow'; afterRowId: string | null }
  | { kind: 'moveRow'; rowId: string; by: -1 | 1 }
  | { kind: 'undo' | 'redo' };

/** `isHandled` false leaves the key to the input or the browser. */
export type GridStep = { state: GridState; effects: GridEffect[]; isHandled: boolean };

const step = (state: GridState, ...effects: GridEffect[]): GridStep => ({ state, effects, isHandled: true });
const leave = (state: GridState): GridStep => ({ state, effects: [], isHandled: false });

/** What a key does in the flowsheet (chart 4; Enter and Shift+Enter as spec 5). */
export function gridKey(state: GridState, pressed: GridKey): GridStep {
  if (pressed.isComposing) return leave(state);
  return state.editing ? editingKey(state, pressed, state.editing) : movingKey(state, pressed);
}

/** The state after the input of the edited cell changed. */
export function gridText(state: GridState, text: string): GridState {
  return state.editing ? { ...state, editing: { ...state.editing, text } } : state;
}

function editingKey(state: GridState, pressed: GridKey, editing: NonNullable<GridState['editing']>): GridStep {
  if (pressed.key === 'Escape') return step({ ...state, editing: null });
  const isArrow = pressed.key.startsWith('Arrow') && editing.isReplacing && !pressed.alt && !pressed.ctrl;
  if (pressed.key !== 'Enter' && pressed.key !== 'Tab' && !isArrow) return leave(state);
  const cell = cellAt(state);
  const effects: GridEffect[] = cell && editing.text !== null ? [{ kind: 'write', ...cell, text: editing.text }] : [];
  const moved = movingKey({ ...state, editing: null }, pressed);
  return { ...moved, effects };
}

function movingKey(state: GridState, pressed: GridKey): GridStep {
  const { key, shift, ctrl, alt } = pressed;
  if (alt && !ctrl && (key === 'ArrowUp' || key === 'ArrowDown')) return moveRow(state, key === 'ArrowUp' ? -1 : 1);
  if (ctrl && !alt && key.toLowerCase() === 'z') return step(state, { kind: shift ? 'redo' : 'undo' });
  if (ctrl && !alt && key.toLowerCase() === 'y') return step(state, { kind: 'redo' });
  const place = alt ? undefined : placeAfter(state, pressed);
  if (place) return placed(state, place, key);
  const isText = [...key].length === 1 && Boolean(ctrl) === Boolean(alt);
  if (isText) return typedKey(state, key);
  if (ctrl || alt) return leave(state);
  const cell = cellAt(state);
  if (key === 'F2') return cell ? step({ ...state, editing: { text: null, isReplacing: false } }) : step(state);
  if (key === 'Delete' || key === 'Backspace') return cell ? step(state, { kind: 'clear', ...cell }) : step(state);
  return leave(state);
}

/** Tab leaves the grid at the end of a row, so that it stays one tab stop. */
function placed(state: GridState, place: GridPlace, key: string): GridStep {
  const at = {
    row: within(place.row, -1, state.rows.length - 1),
    column: within(place.column, 0, state.columns.length - 1),
  };
  if (key === 'Tab' && at.column !== place.column) return leave(state);
  return step({ ...state, at });
}

const page = 10;

function placeAfter({ at, rows, columns }: GridState, { key, shift, ctrl }: GridKey): GridPlace | undefined {
  const to = (row: number, column: number): GridPlace => ({ row, column });
  const last = columns.length - 1;
  switch (key) {
    case 'Enter':
      return ctrl ? undefined : to(at.row + (shift ? -1 : 1), at.column);
    case 'Tab':
      return ctrl ? undefined : to(at.row, at.column + (shift ? -1 : 1));
    case 'ArrowUp':
      return to(ctrl ? -1 : at.row - 1, at.column);
    case 'ArrowDown':
      return to(ctrl ? rows.length : at.row + 1, at.column);
    case 'ArrowLeft':
      return to(at.row, ctrl ? 0 : at.column - 1);
    case 'ArrowRight':
      return to(at.row, ctrl ? last : at.column + 1);
    case 'Home':
      return to(ctrl ? 0 : at.row, 0);
    case 'End':
      return to(ctrl ? rows.length : at.row, last);
    case 'PageUp':
      return to(at.row - page, at.column);
    case 'PageDown':
      return to(at.row + page, at.column);
    default:
      return undefined;
  }
}

function typedKey(state: GridState, key: string): GridStep {
  const { at, columns, rows } = state;
  if (key === '+') return step(state, { kind: 'addRow', afterRowId: rows[at.row]?.id ?? null });
  const column = columns[at.column];
  if (key === '=' && at.row === -1)
    return column?.isEditable ? step(state, { kind: 'takeLastColumn', columnKey: column.key }) : step(state);
  const cell = cellAt(state);
  // A space would scroll the page, and a cell of spaces says nothing.
  if (!cell || key === ' ') return step(state);
  if (key === '=') return step(state, { kind: 'takeLast', ...cell });
  return step({ ...state, editing: { text: key, isReplacing: true } });
}

function moveRow(state: GridState, by: -1 | 1): GridStep {
  const { at, rows } = state;
  const [row, other] = [rows[at.row], rows[at.row + by]];
  if (!row || !other || row.block !== other.block) return step(state);
  const moved = rows.with(at.row, other).with(at.row + by, row);
  return step({ ...state, rows: moved, at: { ...at, row: at.row + by } }, { kind: 'moveRow', rowId: row.id, by });
}

/** The cell at the tab stop, where it can be written. */
function cellAt({ rows, columns, at }: GridState): { rowId: string; columnKey: string } | null {
  const [row, column] = [rows[at.row], columns[at.column]];
  return row && column?.isEditable ? { rowId: row.id, columnKey: column.key } : null;
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
