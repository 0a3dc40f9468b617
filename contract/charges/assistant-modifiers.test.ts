import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProviderId } from '../base/ids.ts';
import { assistant, codes, provider, testId } from '../testing/rows.ts';
import { assistantModifiers, type PerformedService } from './assistant-modifiers.ts';
import { Performed } from './performed.ts';
import { explainUnits } from './units.ts';

const timed = ['97110', '97112', '97140', '97530', '97035', '97116'];
const table = [...codes, ...timed.map((CPT_Code) => ({ ...codes[0], CPT_Code }))].flatMap((code) =>
  'timed' in code && code.CPT_Code ? [code] : [],
) as typeof codes;
const occupational = { ProviderId: ProviderId.parse(testId(16)), Type: 'OTA' } as const;
const speech = { ProviderId: ProviderId.parse(testId(17)), Type: 'SLP' } as const;
const providers = [provider, assistant, occupational, speech];

/** Minutes of therapist alone, assistant alone, both together, aide. */
type Given = [code: string, therapist: number, assistant?: number, together?: number, aide?: number];

function serviceOf(
  [CPT_Code, alone, byAssistant = 0, together = 0, aide = 0]: Given,
  who = assistant,
): PerformedService {
  const parts = [
    { ProviderId: provider.ProviderId, Minutes: alone, Together: false },
    { ProviderId: who.ProviderId, Minutes: byAssistant, Together: false },
    { ProviderId: who.ProviderId, Minutes: together, Together: true },
    { ProviderId: null, Minutes: aide, Together: false },
  ];
  return {
    CPT_Code,
    Minutes: alone + byAssistant + together,
    ProviderId: provider.ProviderId,
    Performed: Performed.parse(parts.filter(({ Minutes }) => Minutes > 0)),
  };
}

function modifiersOf(services: PerformedService[], method: 'cms' | 'spm' = 'cms', day = '2026-11-18') {
  const lines = services.map(({ CPT_Code, Minutes }, at) => ({ ServiceId: `${at}`, CPT_Code, Minutes, Count: null }));
  const units = explainUnits(lines, table)[method].perCode;
  return assistantModifiers({ day, services, units, providers });
}
const splitOf = (...given: Given[]) =>
  modifiersOf(given.map((one) => serviceOf(one))).value.map((one) => [one.CPT_Code, one.withModifier, one.without]);

describe('timed codes, with and without', () => {
  test.each<[string, Given[], [string, number, number][]]>([
    [
      'CMS: PTA 23 and PT 13 of 97110, PT 30 of 97140',
      [
        ['97110', 13, 23],
        ['97140', 30],
      ],
      [
        ['97110', 1, 1],
        ['97140', 0, 2],
      ],
    ],
    ['a full block of each', [['97110', 15, 15]], [['97110', 1, 1]]],
    ['full blocks of the assistant alone', [['97110', 0, 45]], [['97110', 3, 0]]],
    ['the therapist alone', [['97110', 45]], [['97110', 0, 3]]],
    ['PTA 10, PT 5: the only unit is the assistant’s', [['97110', 5, 10]], [['97110', 1, 0]]],
    ['PT 8 of the only unit', [['97110', 8, 7]], [['97110', 0, 1]]],
    ['PT 7 of the only unit', [['97110', 7, 8]], [['97110', 1, 0]]],
    ['PT 10, PTA 12 make one unit, the therapist’s', [['97110', 10, 12]], [['97110', 0, 1]]],
    ['PT 15, PTA 7 make one unit, the therapist’s', [['97110', 15, 7]], [['97110', 0, 1]]],
    ['PT 7, PTA 15 make one unit, the assistant’s', [['97110', 7, 15]], [['97110', 1, 0]]],
    ['PT 22, PTA 7: the last unit is the assistant’s', [['97110', 22, 7]], [['97110', 1, 1]]],
    ['PT 23, PTA 22: the therapist’s eighth minute takes the third', [['97112', 23, 22]], [['97112', 1, 2]]],
    ['two left: 14 and 9', [['97110', 14, 9]], [['97110', 1, 1]]],
    ['two left: 9 and 14', [['97110', 9, 14]], [['97110', 1, 1]]],
    ['two left: 14 and 14', [['97110', 14, 14]], [['97110', 1, 1]]],
    ['two left after a block of each', [['97110', 27, 27]], [['97110', 2, 2]]],
    ['one minute of eight is over 10 percent', [['97110', 7, 1]], [['97110', 1, 0]]],
    [
      'two left in a pool, the therapist with 14, the assistant with 8',
      [
        ['97110', 14, 8],
        ['97140', 16],
      ],
      [
        ['97110', 1, 1],
        ['97140', 0, 1],
      ],
    ],
    [
      'separate services: each by who gave it',
      [
        ['97140', 15],
        ['97110', 0, 15],
      ],
      [
        ['97140', 0, 1],
        ['97110', 1, 0],
      ],
    ],
    [
      'a pooled unit of the assistant’s leftover',
      [
        ['97110', 33],
        ['97140', 0, 7],
      ],
      [
        ['97110', 0, 2],
        ['97140', 1, 0],
      ],
    ],
    [
      'a code without a unit',
      [
        ['97140', 15],
        ['97110', 0, 7],
      ],
      [
        ['97140', 0, 1],
        ['97110', 0, 0],
      ],
    ],
    ['together counts as the therapist’s', [['97110', 0, 0, 30]], [['97110', 0, 2]]],
    ['together tips the last unit', [['97110', 5, 9, 3]], [['97110', 0, 1]]],
    ['an aide counts as no one', [['97110', 8, 0, 0, 30]], [['97110', 0, 1]]],
  ])('%s', (_what, given, expected) => {
    expect(splitOf(...given)).toEqual(expected);
  });

  test('a code on two lines is one', () => {
    expect(splitOf(['97110', 15], ['97110', 0, 15])).toEqual([['97110', 1, 1]]);
  });

  test('by the rule of eights as well', () => {
    const services = [serviceOf(['97110', 8]), serviceOf(['97140', 0, 8])];
    expect(modifiersOf(services, 'spm').value.map(({ withModifier, without }) => [withModifier, without])).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });
});

describe('untimed codes', () => {
  test.each<[number, number, number]>([
    [27, 3, 0],
    [26, 3, 1],
    [30, 0, 0],
    [0, 30, 1],
  ])('therapist %i, assistant %i minutes: %i with', (therapist, byAssistant, withModifier) => {
    expect(splitOf(['97161', therapist, byAssistant])).toEqual([['97161', withModifier, 1 - withModifier]]);
  });

  test('without minutes, all is who gave it', () => {
    const of = (who: Pick<typeof provider, 'ProviderId'>) =>
      modifiersOf([{ CPT_Code: 'G0283', Minutes: null, ProviderId: who.ProviderId, Performed: null }]).value;
    expect(of(assistant)).toMatchObject([{ Modifier: 'CQ', withModifier: 1 }]);
    expect(of(provider)).toMatchObject([{ Modifier: null, withModifier: 0, without: 1 }]);
  });
});

test('CQ for PTAs, CO for OTAs, nothing for others', () => {
  const by = (who: { ProviderId: ProviderId }) =>
    modifiersOf([{ CPT_Code: '97110', Minutes: 15, ProviderId: who.ProviderId, Performed: null }]).value[0]?.Modifier;
  expect([by(assistant), by(occupational), by(provider), by(speech)]).toEqual(['CQ', 'CO', null, null]);
});

test('before 2020 there was none', () => {
  expect(modifiersOf([serviceOf(['97110', 0, 15])], 'cms', '2019-12-31').value).toMatchObject([
    { Modifier: null, withModifier: 0, without: 1 },
  ]);
});

test.each<[string, PerformedService, string]>([
  [
    'an unknown provider',
    { CPT_Code: '97110', Minutes: 15, ProviderId: ProviderId.parse(testId(98)), Performed: null },
    'Who gave 97110?',
  ],
  ['only an aide', { ...serviceOf(['97110', 0, 0, 0, 15]), Minutes: 15 }, 'Who gave 97110?'],
  [
    'minutes that differ',
    { ...serviceOf(['97110', 10, 5]), Minutes: 30 },
    'The minutes of 97110 differ from those of the people who gave it. Which are right?',
  ],
  [
    'two people without minutes',
    {
      CPT_Code: '97161',
      Minutes: null,
      ProviderId: provider.ProviderId,
      Performed: Performed.parse(
        [provider, assistant].map((one) => ({ ProviderId: one.ProviderId, Minutes: 0, Together: false })),
      ),
    },
    'How long did each person give 97161?',
  ],
])('%s is asked about, not guessed', (_what, service, ask) => {
  expect(modifiersOf([service])).toMatchObject({ value: [], asks: [ask] });
});

test('why', () => {
  expect(modifiersOf([serviceOf(['97110', 13, 23])]).why).toEqual([
    '97110: the therapist has 0 full blocks, the assistant 1. Minutes of the other 1 unit: therapist 13, assistant 8.',
  ]);
});

test('units are neither lost nor made up; who gave all carries all', () => {
  const anyGiven = fc.array(
    fc.record({
      code: fc.constantFrom(...timed),
      therapist: fc.nat({ max: 60 }),
      byAssistant: fc.nat({ max: 60 }),
    }),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(anyGiven, (all) => {
      const services = all.map(({ code, therapist, byAssistant }) => serviceOf([code, therapist, byAssistant]));
      const lines = services.map(({ CPT_Code, Minutes }, at) => ({
        ServiceId: `${at}`,
        CPT_Code,
        Minutes,
        Count: null,
      }));
      const { perCode } = explainUnits(lines, table).cms;
      const { value, asks } = modifiersOf(services);
      const asked = asks.length;
      expect(value.length + asked).toBe(perCode.length);
      for (const { CPT_Code, withModifier, without } of value) {
        const of = all.filter(({ code }) => code === CPT_Code);
        expect(withModifier + without).toBe(perCode.find((one) => one.CPT_Code === CPT_Code)?.units);
        expect(Math.min(withModifier, without)).toBeGreaterThanOrEqual(0);
        const isTherapists = of.every(({ byAssistant }) => byAssistant === 0);
        const isAssistants = of.every(({ therapist }) => therapist === 0);
        expect(isTherapists ? withModifier : 0).toBe(0);
        expect(isAssistants ? without : 0).toBe(0);
      }
    }),
  );
});

describe('minutes together', () => {
  const other = { ...assistant, ProviderId: ProviderId.parse(testId(18)) };
  type Known = { ProviderId: ProviderId; Type: typeof provider.Type };
  const together = (treating: Known, given: Known[]): PerformedService => ({
    CPT_Code: '97110',
    Minutes: 30,
    ProviderId: treating.ProviderId,
    Performed: given.map(({ ProviderId: id }) => ({ ProviderId: id, Minutes: 30, Together: true })),
  });
  test.each<[string, Known, Known[], [string | null, number, number]]>([
    ['two assistants, and an assistant treats', assistant, [assistant, other], ['CQ', 2, 0]],
    ['two assistants beside the therapist who treats', provider, [assistant, other], [null, 0, 2]],
    ['a therapist joins the assistant who treats', assistant, [assistant, provider], [null, 0, 2]],
    ['one assistant alone who treats', assistant, [assistant], ['CQ', 2, 0]],
  ])('%s', (_name, treating, given, [Modifier, withModifier, without]) => {
    const services = [together(treating, given)];
    const lines = services.map(({ CPT_Code, Minutes }) => ({ ServiceId: '1', CPT_Code, Minutes, Count: null }));
    const units = explainUnits(lines, table).cms.perCode;
    const everyone = [...providers, other];
    const { value, asks } = assistantModifiers({ day: '2026-11-18', services, units, providers: everyone });
    expect({ value, asks }).toEqual({ value: [{ CPT_Code: '97110', Modifier, withModifier, without }], asks: [] });
  });
});
