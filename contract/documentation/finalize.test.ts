import { describe, expect, test } from 'vitest';
import { usuallyAsked } from '../address-book/chart-rules.ts';
import { usuallyApplied } from '../address-book/applied-rules.ts';
import { providerTypes, type NotesPermission, type ProviderType } from '../providers/provider.ts';
import { payer } from '../testing/rows.ts';
import { cosignReason, finalizeSwitches } from './finalize.ts';
import { noteTypes, type NoteType } from './note-types.ts';

const daily = { NoteType: 'daily' as NoteType, AlsoTypes: [] };
const own = 'Your notes permission requires a cosignature.';
const bySite = 'Your clinic requires a cosignature on notes of assistants.';
const byPayer = 'Medicare requires a cosignature on notes of assistants.';
const switches = (siteAllows: boolean, payerAllows: boolean) => ({
  siteAllows,
  payers: [
    { Name: 'Acme Health', allows: true },
    { Name: 'Medicare', allows: payerAllows },
  ],
});
const permissions: readonly NotesPermission[] = ['C', 'S', 'H', 'O', 'F'];

/** The table of chart.md 3, line by line: site, payer, user, who signs, and the words, null where the signature is final. */
const lines = [false, true].flatMap((site) =>
  [false, true].flatMap((payerAllows) =>
    permissions.flatMap((permission) =>
      providerTypes.map((type) => {
        const isFree = !['PTA', 'OTA'].includes(type);
        const ofAssistant = site ? (payerAllows ? null : byPayer) : bySite;
        const why = permission === 'C' ? own : isFree ? null : ofAssistant;
        return { site, payerAllows, permission, type, why };
      }),
    ),
  ),
);

test.each(lines)('$type with $permission, site $site, payer $payerAllows', ({ site, payerAllows, ...one }) => {
  const signer = { Type: one.type, NotesPermission: one.permission };
  expect(cosignReason(daily, signer, switches(site, payerAllows))).toBe(one.why);
});

test('all three switches are needed: of eight ways one lets an assistant finalize', () => {
  const final = lines.filter(
    ({ type, permission, why }) => type === 'PTA' && 'CS'.includes(permission) && why === null,
  );
  expect(final).toEqual([{ site: true, payerAllows: true, permission: 'S', type: 'PTA', why: null }]);
});

describe('by kind of note', () => {
  const signed = (NoteType: NoteType, Type: ProviderType, NotesPermission: NotesPermission) =>
    cosignReason({ NoteType, AlsoTypes: [] }, { Type, NotesPermission }, switches(false, false));
  test.each(noteTypes)('%s', (type) => {
    const isFree = type === 'missedVisit' || type === 'communication';
    expect(signed(type, 'PTA', 'F')).toBe(isFree ? null : bySite);
    expect(signed(type, 'OTA', 'C')).toBe(own);
    expect(signed(type, 'PT', 'S')).toBeNull();
    expect(signed(type, 'SLP', 'C')).toBe(own);
  });
});

test.each([
  ['PTA', true, 'The note this adds to required a cosignature, so this one does too.'],
  ['PTA', false, null],
  ['PT', true, null],
] as const)('an addendum of a %s to a note that was cosigned: %s', (Type, cosignRequired, why) => {
  const addendum = { NoteType: 'addendum' as NoteType, AlsoTypes: [] };
  const signer = { Type, NotesPermission: 'S' as const };
  expect(cosignReason(addendum, signer, switches(true, true), { cosignRequired })).toBe(why);
});

describe('what the switches are', () => {
  const dated = (day: string | null, allows: boolean) => ({
    EffectiveFrom: day,
    ...usuallyApplied('medicare'),
    ...usuallyAsked('medicare'),
    AssistantMayFinalize: allows,
  });
  const medicare = { ...payer, Name: 'Medicare', Kind: 'medicare' as const, DatedRules: [] };
  const acme = { ...payer, Name: 'Acme Health', Kind: 'commercial' as const, DatedRules: [] };
  const changing = { ...medicare, DatedRules: [dated(null, false), dated('2026-03-01', true)] };
  const { AssistantMayFinalize: _, ...before } = dated(null, true);

  test('off until the site says otherwise, and usual for the kind of payer', () => {
    expect(finalizeSwitches({}, [medicare, acme], '2026-01-05')).toEqual({
      siteAllows: false,
      payers: [
        { Name: 'Medicare', allows: false },
        { Name: 'Acme Health', allows: true },
      ],
    });
    expect(finalizeSwitches({ assistant_may_finalize: true }, [], '2026-01-05')).toEqual({
      siteAllows: true,
      payers: [],
    });
  });

  test.each([
    ['2026-02-28', false],
    ['2026-03-01', true],
  ])('of the day of the note: %s', (day, allows) => {
    expect(finalizeSwitches({}, [changing], day).payers).toEqual([{ Name: 'Medicare', allows }]);
  });

  test('a row of before that lacks the rule allows nothing', () => {
    expect(finalizeSwitches({}, [{ ...acme, DatedRules: [before] }], '2026-01-05').payers).toEqual([
      { Name: 'Acme Health', allows: false },
    ]);
  });

  test('of the primary payer alone where only that one decides', () => {
    const site = { use_only_primary_payer_notes_permission: true };
    expect(finalizeSwitches(site, [acme, medicare], '2026-01-05').payers).toEqual([
      { Name: 'Acme Health', allows: true },
    ]);
  });
});
