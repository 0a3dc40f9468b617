import { expect, test } from 'vitest';
import { NoteId } from '../base/ids.ts';
import { newNote } from '../documentation/new-note.ts';
import { planOfCareRow, stampOf } from '../testing/plans.ts';
import { assistant, episode, facility, insurance, payer, provider, stamp, testId, visit } from '../testing/rows.ts';
import { complianceClocks } from './compliance-clocks.ts';
import { factsOfCase, type CaseRows } from './facts-of-case.ts';
import { shownClocks } from './shown-clocks.ts';
import { explained, signWarnings, unexplained } from './sign-warnings.ts';

const id = NoteId.parse(testId(91));
const of = { ...episode, InsuranceIds: [insurance.InsuranceId], Discipline: 'PT' as const };
const treated = {
  ...visit,
  VisitId: testId(91) as typeof visit.VisitId,
  Start: '2026-01-05T09:00',
  stage: 'billing' as const,
};
const written = { ...newNote(treated), NoteType: 'eval' as const, updated_at: stamp };
const signed = { ...written, signedAt: stamp, signedByProviderId: provider.ProviderId };
const other = { ...facility, FacilityId: testId(92) as typeof facility.FacilityId };
const plan = { ...planOfCareRow, WrittenInNoteId: id };

const rows = (more: Partial<CaseRows> = {}): CaseRows => ({
  case: of,
  insurances: [insurance],
  payers: [payer],
  plans: [plan],
  stamps: [],
  notes: [signed],
  visits: [treated],
  sees: { providerIds: null, facilityIds: null },
  facilities: [facility, other],
  services: [
    { VisitId: treated.VisitId, Units: 2 },
    { VisitId: treated.VisitId, Units: 1 },
  ],
  providers: [provider, assistant],
  scripts: [],
  authorizations: [],
  ...more,
});
const facts = (more: Partial<CaseRows> = {}, today = '2026-01-20') => factsOfCase(rows(more), today);

test('a visit has its units, its signature and who treated', () => {
  expect(facts().visits).toMatchObject([{ Units: 3, isSigned: true, Discipline: 'PT', byTherapist: true }]);
  const alone = facts({ visits: [{ ...treated, ProviderId: assistant.ProviderId }], notes: [] });
  expect(alone.visits).toMatchObject([{ isSigned: false, byTherapist: false }]);
  expect(facts({ providers: [] }).visits).toMatchObject([{ byTherapist: null }]);
});

const [maya, tess] = [provider.ProviderId, assistant.ProviderId];
const part = (ProviderId: typeof maya | null, Minutes: number, Together = false) => ({ ProviderId, Minutes, Together });
const unknown = testId(93) as typeof maya;
test.each([
  ['nobody else on a therapist’s visit', maya, [null, null], true],
  ['an assistant alone on a therapist’s visit', maya, [[part(tess, 30)]], false],
  ['an assistant, and the therapist beside them', maya, [[part(tess, 30, true), part(maya, 10, true)]], true],
  ['an assistant for one service, the therapist for another', maya, [[part(tess, 30)], null], true],
  ['a therapist on an assistant’s visit', tess, [null, [part(maya, 15)]], true],
  ['a therapist for no minute', tess, [null, [part(maya, 0), part(tess, 15)]], false],
  ['an aide alone', maya, [[part(null, 20)]], false],
  ['somebody who is not known here', tess, [null, [part(unknown, 15)]], null],
])('a therapist takes part where services were given by %s', (_name, ProviderId, performed, byTherapist) => {
  const services = performed.map((Performed) => ({ VisitId: treated.VisitId, Units: 1, Performed }));
  expect(facts({ visits: [{ ...treated, ProviderId }], services }).visits).toMatchObject([{ byTherapist }]);
});

test('the first treatment of a condition is what the latest note that has one says', () => {
  const saying = (n: number, NoteDate: string, firstTreatment: string | null) => ({
    ...written,
    NoteId: NoteId.parse(testId(n)),
    NoteDate,
    Elements: { firstTreatment },
  });
  const notes = [
    saying(94, '2026-02-02', '2026-01-30'),
    saying(95, '2026-01-05', '2026-01-05'),
    saying(96, '2026-03-01', null),
  ];
  expect(facts({ notes })).toMatchObject({ initialTreatmentOn: '2026-01-30' });
  expect(facts({ notes: [saying(94, '2026-02-02', 'last week')] })).toMatchObject({ initialTreatmentOn: null });
  expect(facts().initialTreatmentOn).toBeNull();
  const chiropractic = {
    case: { ...of, Discipline: 'DC' as const },
    providers: [{ ...provider, Type: 'DC' as const }],
    notes,
  };
  expect(complianceClocks(facts(chiropractic))).toContainEqual(
    expect.objectContaining({ kind: 'initialTreatment', state: 'ok', from: '2026-01-30' }),
  );
});

test('a note counts from its signature, and says whose it is', () => {
  expect(facts().notes).toMatchObject([{ signedOn: '2026-01-05', isByAssistant: false }]);
  expect(facts({ notes: [written] }).notes).toMatchObject([{ signedOn: null }]);
  const by = { ...signed, signedByProviderId: assistant.ProviderId };
  expect(facts({ notes: [by] }).notes).toMatchObject([{ isByAssistant: true }]);
});

test('a plan has its stamps and the signature of its note', () => {
  const stamps = [stampOf(), stampOf({ PlanStampId: testId(84) as never, Kind: 'verbal', On: '2026-01-09' })];
  expect(facts({ stamps }).plans).toMatchObject([
    { sentOn: '2026-01-06', verbalOn: '2026-01-09', signedOn: null, signedNoteOn: '2026-01-05' },
  ]);
  expect(facts({ notes: [written] }).plans).toMatchObject([{ signedNoteOn: null }]);
  expect(facts({ plans: [{ ...plan, WrittenInNoteId: null }] }).plans).toMatchObject([{ signedNoteOn: '2026-01-05' }]);
});

test('payers stand in the order of the case, with what they ask today', () => {
  expect(facts().payers).toMatchObject([{ rules: { CertificationPeriodDays: 90, ProgressNoteVisits: 10 } }]);
  const usual = payer.DatedRules;
  expect(usual).toEqual([]);
  const dated = { EffectiveFrom: null, UnitMethod: 'cms', TherapyModifierRequired: true } as const;
  const more = { AssistantModifierRequired: true, SubstitutesG0283: true, TimelyFilingDays: 365 };
  const DatedRules = [
    { ...dated, ...more },
    { ...dated, ...more, EffectiveFrom: '2026-01-10', ScriptRequired: true },
  ];
  expect(facts({ payers: [{ ...payer, DatedRules }] }).payers?.[0]?.rules).toEqual({ ScriptRequired: true });
  expect(facts({ payers: [{ ...payer, DatedRules }] }, '2026-01-09').payers?.[0]?.rules).toEqual({});
  expect(facts({ payers: [] }).payers).toBeNull();
  expect(facts({ case: { ...of, InsuranceIds: [] } }).payers).toEqual([]);
});

test('clocks that money counts for are left out while it does not', () => {
  const kinds = shownClocks(complianceClocks(facts())).map(({ kind }) => kind);
  expect(kinds).toEqual(['certification', 'planDays', 'progressReport', 'therapistTookPart', 'timelyFiling']);
});

test('a late clock wants a reason when a note is signed, and its own note does not warn of itself', () => {
  const late = facts({}, '2026-02-05');
  const signer = { ProviderId: provider.ProviderId, isAssistant: false };
  const daily = { ...signed, NoteId: NoteId.parse(testId(92)), NoteType: 'daily' as const, NoteDate: '2026-02-05' };
  const warnings = signWarnings(late, daily, signer);
  expect(warnings).toEqual([
    {
      key: `certification ${plan.PlanOfCareId}`,
      sentence: 'Certification was due 02/04/2026.',
      needsReason: true,
    },
  ]);
  expect(signWarnings(late, { ...daily, NoteType: 'communication' }, signer)).toEqual([]);
  const key = warnings[0]?.key ?? '';
  expect(unexplained(warnings, [])).toEqual(warnings);
  expect(unexplained(warnings, [{ Warning: key, Reason: ' ' }])).toEqual(warnings);
  const reasons = [{ Warning: key, Reason: ' The referrer is away. ' }];
  expect(unexplained(warnings, reasons)).toEqual([]);
  expect(explained(warnings, reasons)).toEqual([
    { Warning: 'Certification was due 02/04/2026.', Reason: 'The referrer is away.' },
  ]);
});

const [here, there] = [facility.FacilityId, other.FacilityId];
test.each([
  ['all', { providerIds: null, facilityIds: null }, false],
  ['those of some providers', { providerIds: [provider.ProviderId], facilityIds: null }, true],
  ['those of nobody', { providerIds: [], facilityIds: null }, true],
  ['those of one of two facilities', { providerIds: null, facilityIds: [here] }, true],
  ['those of no facility', { providerIds: null, facilityIds: [] }, true],
  ['those of every facility there is', { providerIds: null, facilityIds: [there, here] }, false],
  ['those of some providers in every facility', { providerIds: [], facilityIds: [there, here] }, true],
])('of visits somebody sees %s', (_name, sees, areVisitsPartial) => {
  expect(facts({ sees })).toMatchObject({ areVisitsPartial });
});

test('facilities that are not known may be others', () => {
  const sees = { providerIds: null, facilityIds: [here] };
  expect(facts({ sees, facilities: [] })).toMatchObject({ areVisitsPartial: true });
});
