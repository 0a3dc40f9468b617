import { expect, test } from 'vitest';
import { noteRow, provider } from '../testing/rows.ts';
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
