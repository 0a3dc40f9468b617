import { expect, test } from 'vitest';
import { ServiceId, type ProviderId } from '../base/ids.ts';
import { claimLines } from '../billing/claim-lines.ts';
import { assistant, codes, payer, provider, testId, visit } from '../testing/rows.ts';
import type { PerformedPart } from './performed.ts';
import { chargesRefusal, openAsks, performersIn, recordedServices } from './recorded-services.ts';
import type { ServiceEntry } from './service.ts';

const part = (who: { ProviderId: ProviderId } | null, Minutes: number, Together = false): PerformedPart => ({
  ProviderId: who?.ProviderId ?? null,
  Minutes,
  Together,
});
const line = (Minutes: number | null, Performed: PerformedPart[] | null, CPT_Code = '97110'): ServiceEntry => ({
  ServiceId: ServiceId.parse(testId(1)),
  CPT_Code,
  Minutes,
  Count: Minutes === null ? 1 : null,
  ...(Performed && { Performed }),
});
const medicare = payer;
const commercial = { ...payer, AssistantModifierRequired: false };
const recorded = (entry: ServiceEntry, of: object = {}) =>
  recordedServices({
    visit,
    entries: [entry],
    codes,
    provider,
    performers: [assistant],
    payer: medicare,
    ...of,
  });

test.each<[string, ServiceEntry, object, string, number | null]>([
  ['the therapist alone', line(30, null), {}, '2 GP', null],
  ['the assistant of the visit alone', line(30, null), { provider: assistant }, '2 CQ GP', null],
  ['one unit each', line(36, [part(assistant, 23), part(provider, 13)]), {}, '2 CQ GP', 1],
  ['all of it the assistant’s', line(30, [part(assistant, 30)]), {}, '2 CQ GP', null],
  ['together is the therapist’s', line(30, [part(assistant, 30, true)]), {}, '2 GP', null],
  [
    'an assistant’s visit, given by the therapist',
    line(30, [part(provider, 30)]),
    { provider: assistant, performers: [provider] },
    '2 GP',
    null,
  ],
  ['an aide beside the therapist', line(30, [part(provider, 30), part(null, 10)]), {}, '2 GP', null],
  [
    'a payer that wants no CQ',
    line(36, [part(assistant, 23), part(provider, 13)]),
    { payer: commercial },
    '2 GP',
    null,
  ],
  ['an untimed code by minutes', line(null, [part(assistant, 26), part(provider, 4)], '97161'), {}, '1 CQ GP', null],
  [
    'before 2020',
    line(30, null),
    { provider: assistant, visit: { ...visit, Start: '2019-12-30T09:00' } },
    '2 GP',
    null,
  ],
])('%s: units and modifiers', (_what, entry, of, words, AssistantUnits) => {
  const [service] = recorded(entry, of);
  expect([service?.Units, ...(service?.Modifiers ?? [])].join(' ')).toBe(words);
  expect(service?.AssistantUnits).toBe(AssistantUnits);
});

test('a service of which some units carry CQ is two claim lines', () => {
  const services = recorded(line(36, [part(assistant, 23), part(provider, 13)]));
  const lines = claimLines({ services, payer, codes, feeOf: () => 4000, diagnosisCount: 1, claimControlNumber: 'C' });
  expect(lines.map(({ CPT_Code, Units, Modifiers, charge }) => [CPT_Code, Units, Modifiers.join(' '), charge])).toEqual(
    [
      ['97110', 1, 'GP', 4000],
      ['97110', 1, 'CQ GP', 4000],
    ],
  );
});

test('minutes that differ from those of the people are refused', () => {
  const entry = line(30, [part(provider, 20), part(null, 10)]);
  expect(chargesRefusal('inProgress', [entry], codes)).toBe(
    'The minutes of 97110 differ from those of the people who gave it. Nothing was changed.',
  );
  expect(chargesRefusal('inProgress', [{ ...entry, Minutes: 20 }], codes)).toBeNull();
});

test('everyone named once, without aides', () => {
  const entries = [line(30, [part(assistant, 15), part(null, 5)]), line(15, [part(assistant, 15)]), line(15, null)];
  expect(performersIn(entries)).toEqual([assistant.ProviderId]);
});

test('what has to be answered first is asked only where the payer wants the modifier', () => {
  const entry = line(null, [part(provider, 0), part(assistant, 0)], '97161');
  const of = { visit, entries: [entry], codes, provider, performers: [assistant] };
  expect(openAsks({ ...of, payer: medicare })).toEqual(['How long did each person give 97161?']);
  expect(openAsks({ ...of, payer: commercial })).toEqual([]);
  expect(openAsks({ ...of, payer: null })).toEqual([]);
});
