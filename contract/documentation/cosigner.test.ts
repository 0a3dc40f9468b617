import { expect, test } from 'vitest';
import { assistant, payer, provider, stamp, testId } from '../testing/rows.ts';
import { cosignersFor, namedCosignerRefusal, otherCosignerWords, ownFirst, usualCosigner } from './cosigner.ts';

const other = { ...provider, ProviderId: testId(51) as typeof provider.ProviderId, LastName: 'Zimmer' };
const gone = { ...provider, ProviderId: testId(52) as typeof provider.ProviderId, Inactive: true };
const chiropractor = { ...provider, ProviderId: testId(53) as typeof provider.ProviderId, Type: 'DC' as const };
const limited = { ...provider, ProviderId: testId(54) as typeof provider.ProviderId, NotesPermission: 'S' as const };
const ofPayer = {
  ...provider,
  ProviderId: testId(55) as typeof provider.ProviderId,
  notes_permissions: [{ PayerId: payer.PayerId, NotesPermission: 'O' as const }],
};
const providers = [other, gone, chiropractor, limited, ofPayer, provider, assistant];
const of = {
  discipline: 'PT' as const,
  signerId: assistant.ProviderId as string,
  payerIds: [payer.PayerId],
  onlyPrimaryPayer: false,
  allowed: null,
};

test.each([
  ['a therapist', provider, null],
  ['nobody', undefined, 'The cosigner was not found. Choose another therapist.'],
  ['one who left', gone, 'The cosigner was not found. Choose another therapist.'],
  ['an assistant', assistant, 'Only a therapist of PT can cosign this note. Choose another one.'],
  ['another discipline', chiropractor, 'Only a therapist of PT can cosign this note. Choose another one.'],
  [
    'who may not cosign',
    limited,
    'The notes permission of this therapist doesn’t allow cosigning. Choose another one.',
  ],
  [
    'who may not with this payer',
    ofPayer,
    'The notes permission of this therapist doesn’t allow cosigning. Choose another one.',
  ],
])('asking %s', (_name, asked, refusal) => {
  expect(namedCosignerRefusal(asked, of)).toBe(refusal);
});

test('where users are known, who is asked has one that may cosign', () => {
  const known = { ...of, allowed: new Set([other.ProviderId]) };
  expect(namedCosignerRefusal(other, known)).toBeNull();
  expect(namedCosignerRefusal(provider, known)).toBe(
    'This therapist has no user with permission to cosign notes. Choose another one.',
  );
  expect(cosignersFor(providers, known)).toEqual([other]);
  const from = { named: provider.ProviderId, supervisor: null, notes: [], ofCase: other.ProviderId, providers };
  expect(usualCosigner(known, from)).toBe(other.ProviderId);
});

test('nobody is asked to cosign what they sign, and all others by their name', () => {
  expect(cosignersFor(providers, of).map(({ ProviderId }) => ProviderId)).toEqual([
    provider.ProviderId,
    other.ProviderId,
  ]);
  expect(cosignersFor(providers, { ...of, signerId: provider.ProviderId })).toEqual([other]);
});

const note = (NoteDate: string, by: string | null, also: string | null = null) => ({
  NoteId: testId(80) as never,
  NoteDate,
  signedAt: by === null ? null : stamp,
  signedByProviderId: by as never,
  cosignedByProviderId: also as never,
});
const none = { named: null, supervisor: null, notes: [], ofCase: null, providers };

test.each([
  ['whom the note names', { named: other.ProviderId, supervisor: provider.ProviderId }, other.ProviderId],
  ['the supervisor', { supervisor: other.ProviderId, ofCase: provider.ProviderId }, other.ProviderId],
  [
    'the supervisor only while they work here',
    { supervisor: gone.ProviderId, ofCase: provider.ProviderId },
    provider.ProviderId,
  ],
  [
    'the therapist who last signed in the case',
    { notes: [note('2026-01-05', provider.ProviderId), note('2026-01-12', other.ProviderId)] },
    other.ProviderId,
  ],
  [
    'who last cosigned there',
    { notes: [note('2026-01-05', provider.ProviderId), note('2026-01-12', assistant.ProviderId, other.ProviderId)] },
    other.ProviderId,
  ],
  ['the provider of the case', { notes: [note('2026-01-12', null)], ofCase: provider.ProviderId }, provider.ProviderId],
  ['nobody where nobody can', { named: assistant.ProviderId, ofCase: chiropractor.ProviderId }, null],
])('asked is %s', (_name, from, expected) => {
  expect(usualCosigner(of, { ...none, ...from })).toBe(expected);
});

test('a cosigner who was not asked is told who was', () => {
  const asked = { CosignerProviderId: other.ProviderId };
  expect(otherCosignerWords(asked, provider.ProviderId, providers)).toBe('Asked to cosign: Rosa Zimmer, PT.');
  expect(otherCosignerWords(asked, null, [])).toBe('Asked to cosign: another therapist.');
  expect(otherCosignerWords(asked, other.ProviderId, providers)).toBeNull();
  expect(otherCosignerWords({ CosignerProviderId: null }, provider.ProviderId, providers)).toBeNull();
});

test('own ones come first, each in its order', () => {
  expect(ownFirst([1, 2, 3, 4], (one) => one % 2 === 0)).toEqual([2, 4, 1, 3]);
});
