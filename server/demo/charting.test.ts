import { expect, test } from 'vitest';
import { cloneWarnings } from '#contract/documentation/clone-warnings.ts';
import { conditions } from './conditions.ts';
import { demoSections } from './charting.ts';

test('no note of the demo clinic repeats those before it', () => {
  const of = conditions.PT[0];
  if (!of) throw new Error('no condition');
  const notes = Array.from({ length: 12 }, (_, turn) => ({
    NoteId: String(turn),
    Sections: demoSections(of, true, turn),
  }));
  for (const [at, note] of notes.entries())
    expect(cloneWarnings(note, notes.slice(Math.max(0, at - 3), at), '')).toEqual([]);
});
