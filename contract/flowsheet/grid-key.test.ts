import { describe, expect, test } from 'vitest';
import { gridKey, gridText, type GridEffect, type GridKey, type GridState } from './grid-key.ts';

const grid: GridState = {
  rows: [
    { id: 'a', block: '97110' },
    { id: 'b', block: '97110' },
    { id: 'c', block: '97530' },
  ],
  columns: [
    { key: 'today', isEditable: true },
    { key: 'last', isEditable: false },
  ],
  at: { row: 1, column: 0 },
  editing: null,
};
const past: GridState = { ...grid, at: { row: 1, column: 1 } };
const head: GridState = { ...grid, at: { row: -1, column: 0 } };
const bottom: GridState = { ...grid, at: { row: 2, column: 0 } };
const typing: GridState = { ...grid, editing: { text: '3x10', isReplacing: true } };
const editing: GridState = { ...grid, editing: { text: '3x12', isReplacing: false } };
const untouched: GridState = { ...grid, editing: { text: null, isReplacing: false } };
const b = { rowId: 'b', columnKey: 'today' };
const write = (text: string): GridEffect => ({ kind: 'write', ...b, text });

type Case = [name: string, from: GridState, key: GridKey, at: [number, number], effects: GridEffect[]];

describe('keys that move and act', () => {
  test.each<Case>([
    ['Enter goes down', grid, { key: 'Enter' }, [2, 0], []],
    ['Shift+Enter goes up', grid, { key: 'Enter', shift: true }, [0, 0], []],
    ['Enter stays in the last row', bottom, { key: 'Enter' }, [2, 0], []],
    ['Enter leaves the head', head, { key: 'Enter' }, [0, 0], []],
    ['Tab goes right', grid, { key: 'Tab' }, [1, 1], []],
    ['Shift+Tab goes left', past, { key: 'Tab', shift: true }, [1, 0], []],
    ['Up', grid, { key: 'ArrowUp' }, [0, 0], []],
    ['Up from the first row is the head', { ...grid, at: { row: 0, column: 0 } }, { key: 'ArrowUp' }, [-1, 0], []],
    ['Right', grid, { key: 'ArrowRight' }, [1, 1], []],
    ['Left stays at the edge', grid, { key: 'ArrowLeft' }, [1, 0], []],
    ['Ctrl+End', grid, { key: 'End', ctrl: true }, [2, 1], []],
    ['Ctrl+Home', past, { key: 'Home', ctrl: true }, [0, 0], []],
    ['Page down', grid, { key: 'PageDown' }, [2, 0], []],
    ['= takes the last value', grid, { key: '=' }, [1, 0], [{ kind: 'takeLast', ...b }]],
    ['= on the head takes the column', head, { key: '=' }, [-1, 0], [{ kind: 'takeLastColumn', columnKey: 'today' }]],
    ['= does nothing in another visit', past, { key: '=' }, [1, 1], []],
    ['= does nothing on another head', { ...head, at: { row: -1, column: 1 } }, { key: '=' }, [-1, 1], []],
    ['+ adds a row', grid, { key: '+', shift: true }, [1, 0], [{ kind: 'addRow', afterRowId: 'b' }]],
    ['+ on the head adds a first row', head, { key: '+' }, [-1, 0], [{ kind: 'addRow', afterRowId: null }]],
    ['Delete clears', grid, { key: 'Delete' }, [1, 0], [{ kind: 'clear', ...b }]],
    ['Delete does nothing in another visit', past, { key: 'Delete' }, [1, 1], []],
    ['Ctrl+Z', grid, { key: 'z', ctrl: true }, [1, 0], [{ kind: 'undo' }]],
    ['Ctrl+Shift+Z', grid, { key: 'Z', ctrl: true, shift: true }, [1, 0], [{ kind: 'redo' }]],
    ['Ctrl+Y', grid, { key: 'y', ctrl: true }, [1, 0], [{ kind: 'redo' }]],
    ['Alt+Up moves the row', grid, { key: 'ArrowUp', alt: true }, [0, 0], [{ kind: 'moveRow', rowId: 'b', by: -1 }]],
    ['Alt+Down stops at the block', grid, { key: 'ArrowDown', alt: true }, [1, 0], []],
    ['typing does nothing in another visit', past, { key: '3' }, [1, 1], []],
    ['a space does nothing', grid, { key: ' ' }, [1, 0], []],
    ['Enter while typing writes and goes down', typing, { key: 'Enter' }, [2, 0], [write('3x10')]],
    ['Shift+Enter while typing writes and goes up', typing, { key: 'Enter', shift: true }, [0, 0], [write('3x10')]],
    ['Tab while editing writes and goes right', editing, { key: 'Tab' }, [1, 1], [write('3x12')]],
    ['an arrow while typing writes and goes', typing, { key: 'ArrowDown' }, [2, 0], [write('3x10')]],
    ['Enter without a change writes nothing', untouched, { key: 'Enter' }, [2, 0], []],
    ['Escape drops the text', editing, { key: 'Escape' }, [1, 0], []],
  ])('%s', (_name, from, key, [row, column], effects) => {
    const step = gridKey(from, key);
    expect(step.isHandled).toBe(true);
    expect(step.state.at).toEqual({ row, column });
    expect(step.state.editing).toBeNull();
    expect(step.effects).toEqual(effects);
  });

  test('a moved row changes places in the state', () => {
    expect(gridKey(grid, { key: 'ArrowUp', alt: true }).state.rows.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  });
});

test.each<[string, GridKey, NonNullable<GridState['editing']>]>([
  ['typing replaces', { key: '3' }, { text: '3', isReplacing: true }],
  ['a minus starts a skip', { key: '-' }, { text: '-', isReplacing: true }],
  ['AltGr types', { key: '@', ctrl: true, alt: true }, { text: '@', isReplacing: true }],
  ['F2 edits', { key: 'F2' }, { text: null, isReplacing: false }],
])('%s', (_name, key, started) => {
  const { state, effects } = gridKey(grid, key);
  expect([state.editing, effects]).toEqual([started, []]);
  expect(gridText(state, '3x1').editing?.text).toBe('3x1');
});

test.each<[string, GridState, GridKey]>([
  ['Tab at the end of a row leaves the grid', past, { key: 'Tab' }],
  ['Shift+Tab at its start leaves the grid', grid, { key: 'Tab', shift: true }],
  ['Escape with nothing edited', grid, { key: 'Escape' }],
  ['Ctrl+C', grid, { key: 'c', ctrl: true }],
  ['Alt+Left', grid, { key: 'ArrowLeft', alt: true }],
  ['letters while editing', editing, { key: 'x' }],
  ['= and + while typing', typing, { key: '+' }],
  ['Ctrl+Z while editing is the input’s', editing, { key: 'z', ctrl: true }],
  ['arrows while editing are the input’s', editing, { key: 'ArrowLeft' }],
  ['a key of an input method', grid, { key: 'a', isComposing: true }],
  ['Shift alone', grid, { key: 'Shift', shift: true }],
])('%s is left to the browser', (_name, from, key) => {
  expect(gridKey(from, key)).toEqual({ state: from, effects: [], isHandled: false });
});

test('Tab out of the grid writes what was typed', () => {
  const one = { ...typing, columns: [{ key: 'today', isEditable: true }] };
  expect(gridKey(one, { key: 'Tab' })).toMatchObject({
    isHandled: false,
    effects: [write('3x10')],
    state: { editing: null },
  });
});
