import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Files whose skeleton is of something else than what `useLiveValue` reads, which tells of no failure. */
const ofOthers: Record<string, string> = {
  'src/app/routes/visit-page.tsx': 'Of the visit, whose failure is shown; beside it the signers are read.',
  'src/features/documentation/note-editor.tsx': 'Of code that is loaded.',
  'src/features/documentation/patient-notes.tsx': 'Of the notes, whose failure is shown.',
  'src/features/hep/home-programs.tsx': 'Of the programs, whose failure is shown.',
  'src/features/outage/outage-page.tsx': 'Of the visits, whose failure is shown.',
  'src/features/printing/print-day-page.tsx': 'Of the day, whose failure is shown.',
  'src/features/scheduling/calendar/scheduling-screen.tsx': 'Of the schedule, whose failure is shown.',
};

test('no skeleton waits for a read that failed', () => {
  const waiting = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path}`)
    .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
    .filter((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return /\buseLiveValue\(/.test(text) && /<LoadingSkeleton\b/.test(text);
    });
  expect(waiting.toSorted()).toEqual(Object.keys(ofOthers).toSorted());
});
