import { describe, expect, test } from 'vitest';
import { payer } from '../testing/rows.ts';
import { AppliedRules, ChartRules } from './applied-rules.ts';
import {
  duplicatesAmong,
  payerKeys,
  payerTwin,
  referringKeys,
  referringTwin,
  samePayer,
  sameReferring,
} from './duplicates.ts';
import { appliedHistory, RulesHistory, rulesOn, usualRules, type DatedRules } from './payer-rules.ts';
import { payerOn } from './payer.ts';

const doctor = (FirstName: string, LastName: string, NationalProviderId: string | null) => ({
  FirstName,
  LastName,
  NationalProviderId,
});

describe('duplicates', () => {
  test.each([
    [doctor('Ann', 'Lee', '1234567893'), doctor('Anne', 'Lee-Ray', '1234567893'), 'npi'],
    [doctor('Ann', 'Lee', '1234567893'), doctor('Ann', 'Lee', '1215193883'), null],
    [doctor('Ann', "O'Dell", null), doctor('ANN', 'O Dell', '1215193883'), 'name'],
    [doctor('Zoë', 'Lee', null), doctor('Zoe', 'Lee', null), 'name'],
    [doctor('Ann', 'Lee', null), doctor('Ben', 'Lee', null), null],
  ])('%j and %j: %s', (a, b, same) => {
    expect(sameReferring(a, b)).toBe(same);
    expect(sameReferring(b, a)).toBe(same);
  });

  test.each([
    [{ Name: 'Blue Cross', ElectronicPayerId: 'BC1' }, { Name: 'BLUE-CROSS', ElectronicPayerId: 'bc1' }, true],
    [{ Name: 'Blue Cross', ElectronicPayerId: 'BC1' }, { Name: 'Blue Cross', ElectronicPayerId: 'BC2' }, false],
    [{ Name: 'Blue Cross', ElectronicPayerId: null }, { Name: 'Blue Cross', ElectronicPayerId: null }, true],
  ])('%j and %j: %s', (a, b, same) => {
    expect(samePayer(a, b)).toBe(same);
  });

  const known = { ...doctor('Ann', 'Lee', '1234567893'), Credential: null };
  test.each<[string, ReturnType<typeof doctor>, ReturnType<typeof doctor> | null, string | null, boolean?]>([
    ['a new one with an NPI that someone has', doctor('Bo', 'Ray', '1234567893'), null, 'NationalProviderId', false],
    ['a new one of a name that is there', doctor('Ann', 'Lee', null), null, 'LastName', true],
    [
      'one who gets the NPI of another',
      doctor('Bo', 'Ray', '1234567893'),
      doctor('Bo', 'Ray', null),
      'NationalProviderId',
      false,
    ],
    [
      'one whose NPI is there twice already',
      doctor('Bo', 'Fry', '1234567893'),
      doctor('Bo', 'Ray', '1234567893'),
      null,
    ],
    ['one who gets the name of another', doctor('Ann', 'Lee', null), doctor('Bo', 'Ray', null), null],
  ])('%s', (_, one, before, field, mayDiffer) => {
    const twin = referringTwin(one, before, [known]);
    expect(twin && [Object.keys(twin.refusals), twin.mayDiffer]).toEqual(field && [[field], mayDiffer]);
  });

  test('a payer is not entered twice, and one that is can still be changed', () => {
    const [blue, other] = [
      { Name: 'Blue', ElectronicPayerId: null },
      { Name: 'Red', ElectronicPayerId: null },
    ];
    const refusals = { Name: 'Blue without a payer ID is already in the address book.' };
    expect(payerTwin(blue, null, [blue])?.refusals).toEqual(refusals);
    expect(payerTwin(blue, other, [blue])?.refusals).toEqual(refusals);
    expect(payerTwin(blue, blue, [blue])).toBeNull();
    expect(payerTwin(blue, null, [other])).toBeNull();
  });

  test('are found among thousands, each with those it is like', () => {
    const all = Array.from({ length: 5_000 }, (_, at) => doctor('Ann', `Lee${at}`, null));
    const [first, second, third] = [
      doctor('Ann', 'Lee7', null),
      doctor('X', 'Y', '1234567893'),
      doctor('Z', 'Y', '1234567893'),
    ];
    const found = duplicatesAmong(
      [...all, first, second, third],
      referringKeys,
      (a, b) => sameReferring(a, b) !== null,
    );
    expect([...found.values()].map((like) => like.length)).toEqual([1, 1, 1, 1]);
    expect(found.get(second)).toEqual([third]);
    expect(payerKeys({ Name: 'A b.', ElectronicPayerId: null })).toEqual(
      payerKeys({ Name: 'AB', ElectronicPayerId: '1' }),
    );
  });
});

describe('payer rules', () => {
  const own: DatedRules[] = [
    { EffectiveFrom: '2027-01-01', rules: { TimelyFilingDays: 90 } },
    { EffectiveFrom: null, rules: { UnitMethod: 'cms' } },
  ];
  const ofSite: DatedRules[] = [
    { EffectiveFrom: null, rules: { TimelyFilingDays: 200, ScriptRequired: true } },
    { EffectiveFrom: '2026-07-01', rules: { TimelyFilingDays: 250 } },
  ];

  test('are the own of the day, else those of the site of the day, else what is usual for the kind', () => {
    const on = (date: string) => rulesOn('commercial', own, ofSite, date);
    expect(on('2026-06-30')).toMatchObject({ UnitMethod: 'cms', TimelyFilingDays: 200, ScriptRequired: true });
    expect(on('2026-07-01')).toMatchObject({ UnitMethod: 'cms', TimelyFilingDays: 250, ScriptRequired: false });
    expect(on('2026-12-31').TimelyFilingDays).toBe(250);
    expect(on('2027-01-01')).toMatchObject({ UnitMethod: 'spm', TimelyFilingDays: 90 });
    expect(rulesOn('medicare', [], [], '2026-01-01')).toEqual(usualRules('medicare'));
  });

  test.each(['medicare', 'medicaid'] as const)('of the site do not reach how %s is billed, its own do', (kind) => {
    const billed: DatedRules[] = [
      { EffectiveFrom: null, rules: { UnitMethod: 'spm', TherapyModifierRequired: false, ScriptRequired: true } },
    ];
    const usual = usualRules(kind);
    expect(rulesOn(kind, [], billed, '2026-01-01')).toEqual({ ...usual, ScriptRequired: true });
    const asked = ChartRules.parse({ ...usual, ScriptRequired: true });
    expect(appliedHistory(kind, [], billed)).toEqual([{ EffectiveFrom: null, ...AppliedRules.parse(usual), ...asked }]);
    expect(rulesOn(kind, billed, [], '2026-01-01').UnitMethod).toBe('spm');
    expect(rulesOn('commercial', [], billed, '2026-01-01').UnitMethod).toBe('spm');
    expect(rulesOn('auto', [], [{ EffectiveFrom: null, rules: { UnitMethod: 'cms' } }], '2026-01-01').UnitMethod).toBe(
      'cms',
    );
  });

  test('reach devices by the days they change on, and a visit has those of its day', () => {
    const DatedRules = appliedHistory('commercial', own, ofSite);
    expect(DatedRules.map((one) => [one.EffectiveFrom, one.UnitMethod, one.TimelyFilingDays])).toEqual([
      [null, 'cms', 200],
      ['2026-07-01', 'cms', 250],
      ['2027-01-01', 'spm', 90],
    ]);
    expect(payerOn({ ...payer, DatedRules }, '2026-08-01')).toMatchObject({ UnitMethod: 'cms', TimelyFilingDays: 250 });
    expect(payerOn({ ...payer, DatedRules }, '2030-01-01')).toMatchObject({ UnitMethod: 'spm', TimelyFilingDays: 90 });
    expect(payerOn(payer, '2030-01-01')).toEqual(payer);
  });

  test('a day on which nothing devices apply changes is not one of theirs', () => {
    const quiet: DatedRules[] = [
      { EffectiveFrom: null, rules: {} },
      { EffectiveFrom: '2027-01-01', rules: { ScriptRequired: true } },
    ];
    expect(appliedHistory('auto', quiet, [])).toHaveLength(1);
  });

  test.each([
    ['none from the beginning', [{ EffectiveFrom: '2026-01-01', rules: {} }]],
    [
      'two from the beginning',
      [
        { EffectiveFrom: null, rules: {} },
        { EffectiveFrom: null, rules: {} },
      ],
    ],
    ['two from one day', [null, '2026-01-01', '2026-01-01'].map((EffectiveFrom) => ({ EffectiveFrom, rules: {} }))],
    ['a modifier of three letters', [{ EffectiveFrom: null, rules: { AdditionalModifiers: ['ABC'] } }]],
    [
      'a day there is none',
      [
        { EffectiveFrom: null, rules: {} },
        { EffectiveFrom: '2026-02-30', rules: {} },
      ],
    ],
    ['a filing limit of no day', [{ EffectiveFrom: null, rules: { TimelyFilingDays: 0 } }]],
  ])('%s is refused', (_, history) => {
    expect(RulesHistory.safeParse(history).success).toBe(false);
  });
});
