import { expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import { noteRow, provider, testId } from '../testing/rows.ts';
import { noCare } from './care-to-sign.ts';
import { cellKey } from './field-keys.ts';
import { printedSigner, signedContent, signerWords } from './signed-content.ts';

const line = { ServiceId: provider.ProviderId as never, CPT_Code: '97110', Minutes: 23, Count: null };

test('the content is the same whatever the order of its keys, and another with any other word or minute', () => {
  const note = noteRow({ Subjective: 's', Plan: 'p' });
  const content = signedContent(note, [line]);
  expect(signedContent({ ...note, Sections: { Plan: 'p', Subjective: 's' } }, [line])).toBe(content);
  const others = [
    signedContent({ ...note, Sections: { Subjective: 's', Plan: 'q' } }, [line]),
    signedContent({ ...note, Elements: { contact: 'reached' } }, [line]),
    signedContent({ ...note, NoteType: 'eval' }, [line]),
    signedContent({ ...note, NoteDate: '2026-11-19' }, [line]),
    signedContent(note, [{ ...line, Minutes: 24 }]),
    signedContent(note, []),
  ];
  expect(new Set([content, ...others]).size).toBe(7);
});

test.each([
  [{ NY: '1234' }, '99', 'NY', 'license 1234 (NY)'],
  [{ NY: '1234' }, '99', 'NJ', 'license 99'],
  [{}, '99', null, 'license 99'],
  [{}, null, 'NY', null],
])('licences by state %j, else %s, in %s: %s', (LicenseNumbersByState, LicenseNumber, state, words) => {
  const printed = printedSigner({ ...provider, LicenseNumbersByState, LicenseNumber }, state);
  expect(signerWords(printed)).toBe(['Rosa Alvarez, PT', words].filter(Boolean).join(', '));
});

test('cells are signed too, and what is signed of a note without any is what it was before there were cells', () => {
  const note = noteRow({ Subjective: 's', Plan: 'p' });
  const knee = cellKey('measure', testId(1), 'Value');
  const content = signedContent(note, [line]);
  expect(content).not.toContain('Cells');
  const hash = createHash('sha256').update(content).digest('hex');
  expect(hash).toBe('247f4cd7d45ffa23a60580bdf8e51b715d79c9a199fd07e1176246a1b94bd31f');
  expect(signedContent({ ...note, Cells: { [knee]: null } }, [line])).toBe(content);
  expect(signedContent(note, [line], {}, noCare)).toBe(content);
  const care = {
    goals: { [testId(1)]: { Text: 'Walk.' } },
    plans: { [testId(2)]: { Amount: 1 } },
    outcomes: {},
  };
  const withCare = [
    care,
    { ...care, goals: {} },
    { ...care, plans: {} },
    { ...care, goals: { [testId(1)]: { Text: 'Run.' } } },
    { ...care, outcomes: { [testId(3)]: { Score: 24 } } },
  ];
  expect(new Set([content, ...withCare.map((one) => signedContent(note, [line], {}, one))]).size).toBe(6);
  const contents = [120, '120', 121].map((value) => signedContent({ ...note, Cells: { [knee]: value } }, [line]));
  expect(new Set([content, ...contents]).size).toBe(4);
});
