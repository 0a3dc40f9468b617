import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoints.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { cast, cast2 } from '#server/demo/cast.ts';
import { demoId, demoNpi } from '#server/demo/ids.ts';
import { presentIn } from '#server/features/importer/store.ts';
import { payersOfVisit } from '#server/features/visits/store.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';

let api: TestApi;
/** As a device sends them, with what was seen. */
let command: Commands;
beforeAll(async () => {
  api = await testApi();
  command = commandsOn(api.db);
});
afterAll(() => api.close());

const as = { as: 'admin' } as const;
const uuid = () => crypto.randomUUID() as never;
const vance = demoId('demo', 'referring', 'Vance') as never;
const kapoor = demoId('demo', 'referring', 'Kapoor') as never;
/** Rows of the whole site. */
const everything = { site: 'demo', UserId: null, device: null, scopes: ['site', 'facility:*'] };
const place = { Address1: null, City: null, StateOrProvince: null, PostalCode: null };

type NewReferring = InputOf<'addressBook.createReferringProvider'>;
const doctor = (more: Partial<NewReferring> = {}): NewReferring => ({
  ReferringProviderId: uuid(),
  FirstName: 'Ida',
  LastName: 'Thornquist',
  Credential: 'MD',
  PracticeName: null,
  NationalProviderId: null,
  Phone: null,
  Fax: null,
  Email: null,
  ...place,
  Inactive: false,
  ...more,
});
const another = { isSomebodyElse: true } as const;
const read = async (id: never) => (await api.call('addressBook.referringProvider', { id }, as)).referringProvider;
const logged = (entity: string, pk: string) =>
  api.db.owner(`select from sync_change where entity = $1 and pk = $2`, [entity, pk]);

describe('a referring provider', () => {
  test('is entered and changed by any staff, and every device hears of it', async () => {
    const input = doctor({ Phone: '6175550199', StateOrProvince: 'MA' });
    const id = input.ReferringProviderId as never;
    await api.call('addressBook.createReferringProvider', input, { as: 'front' });
    const change = (changes: Partial<NewReferring>, base: object = {}) =>
      command('addressBook.updateReferringProvider', { id, changes }, { as: 'pta', base: { ...base } });
    const { referringProvider } = await change({ Fax: '6175550198' }, { Fax: null });
    expect(referringProvider).toMatchObject({ Fax: '6175550198', Phone: '6175550199', LastName: 'Thornquist' });
    expect(await logged('referringProviders', id)).toHaveLength(2);
    expect((await api.call('addressBook.referringProvider', { id }, { as: 'pta' })).cases).toBe(0);
    await expect(change({ Fax: '6175550100' }, { Fax: null })).rejects.toMatchObject({
      kind: 'changed-elsewhere',
      current: { Fax: '6175550198' },
    });
    expect((await change({ City: 'Salem' }, { City: null })).referringProvider).toMatchObject({ Fax: '6175550198' });
    await expect(api.call('addressBook.createReferringProvider', input, as)).rejects.toMatchObject({
      kind: 'conflict',
      current: { ReferringProviderId: id },
    });
  });

  test('with an NPI whose check digit is wrong, or that is someone else’s, is not entered', async () => {
    const wrong = doctor({ NationalProviderId: '1234567890', LastName: 'Wrongdigit' });
    await expect(api.call('addressBook.createReferringProvider', wrong, as)).rejects.toMatchObject({
      kind: 'invalid',
      fields: { NationalProviderId: expect.stringContaining('is not a valid NPI') },
    });
    const { NationalProviderId } = await read(vance);
    const taken = doctor({ NationalProviderId: NationalProviderId ?? '', LastName: 'Wrongdigit' });
    await expect(api.call('addressBook.createReferringProvider', taken, as)).rejects.toMatchObject({
      kind: 'invalid',
      message: 'Vance, Eleanor already has this NPI. An NPI belongs to one person. Nothing was changed.',
      fields: { NationalProviderId: expect.any(String) },
    });
    const rows = await api.db.owner(`select from referring_providers where "LastName" = 'Wrongdigit'`);
    expect(rows).toHaveLength(0);
  });

  test('whose NPI is there twice already can be changed and set inactive, but not take that of another', async () => {
    const [first, second] = [doctor({ LastName: 'Twicely' }), doctor({ LastName: 'Twicely-Ray' })];
    const id = first.ReferringProviderId as never;
    await api.call('addressBook.createReferringProvider', first, as);
    await api.call('addressBook.createReferringProvider', second, as);
    const NationalProviderId = '1003000126';
    await api.db.owner(`update referring_providers set "NationalProviderId" = $1 where "LastName" like 'Twicely%'`, [
      NationalProviderId,
    ]);
    const change = async (changes: Partial<NewReferring>) =>
      (await api.call('addressBook.updateReferringProvider', { id, changes }, as)).referringProvider;
    expect(await change({ Inactive: true })).toMatchObject({ Inactive: true, NationalProviderId });
    expect((await change({ NationalProviderId: null })).NationalProviderId).toBeNull();
    await expect(change({ NationalProviderId })).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('of a name that is there already is taken only when someone said it is another person', async () => {
    const again = doctor({ FirstName: 'MARCUS', LastName: 'Trelawney ' });
    await expect(api.call('addressBook.createReferringProvider', again, as)).rejects.toMatchObject({
      kind: 'invalid',
      message: 'Trelawney, Marcus is already in the address book. Nothing was changed.',
    });
    await api.call('addressBook.createReferringProvider', { ...again, ...another }, as);
  });

  test('entered by many at once is there once', async () => {
    const many = Array.from({ length: 6 }, () => doctor({ LastName: 'Racer', NationalProviderId: '1215193883' }));
    const outcomes = await Promise.allSettled(
      many.map((input) => api.call('addressBook.createReferringProvider', { ...input, ...another }, as)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is removed while nothing names them, and is there again as they were', async () => {
    const input = doctor({ LastName: 'Leaving', NationalProviderId: demoNpi(700) });
    const id = input.ReferringProviderId as never;
    const made = await api.call('addressBook.createReferringProvider', input, as);
    await api.call('addressBook.removeReferringProvider', { id }, { as: 'front' });
    await expect(read(id)).rejects.toMatchObject({ kind: 'not-found' });
    const { referringProvider } = await api.call(
      'addressBook.createReferringProvider',
      { ...input, restores: true },
      as,
    );
    expect(referringProvider).toEqual({ ...made.referringProvider, updated_at: expect.any(String) });
    await expect(api.call('addressBook.removeReferringProvider', { id: kapoor }, as)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/^Kapoor, Sunita is used by \d+ cases?.*Make them inactive instead/),
    });
  });

  test('is merged: cases of every facility name the one that stays, who gets what they did not tell; audited', async () => {
    const input = doctor({ FirstName: 'Sunita', LastName: 'Kapoor', Fax: null, Email: 'kapoor@example.org' });
    const copy = input.ReferringProviderId as never;
    await api.call('addressBook.createReferringProvider', { ...input, ...another }, as);
    const before = await api.call('addressBook.referringProvider', { id: kapoor }, as);
    expect(before.cases).toBeGreaterThan(0);
    const both = { lastUpdated: before.referringProvider.updated_at, intoLastUpdated: (await read(copy)).updated_at };
    const moving = await api.db.owner<{ CaseId: string }>(
      `select "CaseId" from cases where site = 'demo' and "ReferringProviderContactId" = $1 order by "CaseId"`,
      [kapoor],
    );
    const merge = () =>
      api.call('addressBook.mergeReferringProviders', { id: kapoor, into: copy, ...both }, { as: 'pta' });
    await expect(merge()).rejects.toMatchObject({ kind: 'no-permission' });
    await api.call('users.update', { id: cast.users.pta, individualPermissions: ['edit patients'] } as never, {
      as: 'super',
    });
    await expect
      .poll(async () => (await api.call('session.setup', {}, { as: 'pta' })).currentUser.can)
      .toContain('edit patients');
    // The caller sees one facility alone; what they cannot see is moved all the same.
    const merged = await merge();
    expect(merged.cases).toBe(before.cases);
    expect(merged.referringProvider).toMatchObject({
      ReferringProviderId: copy,
      NationalProviderId: before.referringProvider.NationalProviderId,
      Email: 'kapoor@example.org',
    });
    // A link of before leads to who took the place.
    expect((await read(kapoor)).ReferringProviderId).toBe(copy);
    const left = await api.db.owner(`select from cases where "ReferringProviderContactId" = $1`, [kapoor]);
    expect(left).toHaveLength(0);
    const audited = await api.db.owner(
      `select detail from audit_entry where action = 'merge' and entity = 'referringProviders' and pk = $1`,
      [kapoor],
    );
    // What is told is enough to put it back: which cases were moved, and what was filled in.
    const caseIds = moving.map(({ CaseId }) => CaseId).join(', ');
    expect(audited).toEqual([
      {
        detail: {
          into: copy,
          cases: String(before.cases),
          caseIds,
          filled: expect.stringContaining('NationalProviderId'),
        },
      },
    ]);
    const { referringProvider: stays } = merged;
    await expect(
      api.call('addressBook.mergeReferringProviders', { id: kapoor, into: copy, ...both }, as),
    ).rejects.toMatchObject({ kind: 'changed-elsewhere' });
    const change = { id: kapoor, changes: { Fax: '6175550111' } };
    await expect(api.call('addressBook.updateReferringProvider', change, as)).rejects.toMatchObject({
      kind: 'changed-elsewhere',
      message: expect.stringContaining('Someone merged this referring provider into another one'),
    });
    await expect(api.call('addressBook.removeReferringProvider', { id: kapoor }, as)).rejects.toMatchObject({
      kind: 'changed-elsewhere',
    });
    // Merged once more, the first one follows.
    const third = doctor({ LastName: 'Thirdly' });
    const thirdId = third.ReferringProviderId as never;
    await api.call('addressBook.createReferringProvider', third, as);
    const again = { lastUpdated: stays.updated_at, intoLastUpdated: (await read(thirdId)).updated_at };
    await api.call('addressBook.mergeReferringProviders', { id: copy, into: thirdId, ...again }, as);
    expect((await read(kapoor)).ReferringProviderId).toBe(thirdId);

    await expect(api.call('addressBook.removeReferringProvider', { id: thirdId }, as)).rejects.toMatchObject({
      kind: 'conflict',
    });
    // Taken back in turn: an older merge stands only once the later one is undone.
    const undo = (id: string, who: 'admin' | 'front' = 'admin') =>
      api.call('addressBook.unmergeReferringProviders', { id: id as never }, { as: who });
    await expect(undo(kapoor)).rejects.toMatchObject({ kind: 'changed-elsewhere' });
    expect((await undo(copy)).referringProvider).toMatchObject({ ReferringProviderId: copy, MergedIntoId: null });
    expect((await read(kapoor)).ReferringProviderId).toBe(copy);
    const [other] = moving;
    await api.db.owner(`update cases set "ReferringProviderContactId" = $1 where site = 'demo' and "CaseId" = $2`, [
      thirdId,
      other?.CaseId,
    ]);
    const back = await undo(kapoor);
    expect(back.referringProvider).toMatchObject({
      ReferringProviderId: kapoor,
      MergedIntoId: null,
      Inactive: false,
      NationalProviderId: before.referringProvider.NationalProviderId,
    });
    // What somebody has written since stays as it is.
    expect(back.cases).toBe(before.cases - 1);
    expect(await read(copy)).toMatchObject({ NationalProviderId: null, Email: 'kapoor@example.org' });
    await expect(undo(kapoor)).rejects.toMatchObject({ kind: 'changed-elsewhere' });
    await expect(undo(uuid())).rejects.toMatchObject({ kind: 'not-found' });
    await expect(undo(demoId('demo2', 'referring', 'Vance'))).rejects.toMatchObject({ kind: 'not-found' });
    const [word] = await api.db.owner(
      `select detail ->> 'into' as into from audit_entry where action = 'unmerge' and pk = $1`,
      [kapoor],
    );
    expect(word).toEqual({ into: copy });
    await api.db.owner(`update cases set "ReferringProviderContactId" = $1 where site = 'demo' and "CaseId" = $2`, [
      kapoor,
      other?.CaseId,
    ]);
  });

  test('is not merged with themselves, with someone of another NPI, with an older version or another site’s', async () => {
    const farrow = demoId('demo', 'referring', 'Farrow') as never;
    const [one, two] = [await read(vance), await read(farrow)];
    const both = { lastUpdated: one.updated_at, intoLastUpdated: two.updated_at };
    const stateOf = () => api.db.owner(`select * from referring_providers order by 1, 2`);
    const before = await stateOf();
    const merge = (input: object) =>
      api.call('addressBook.mergeReferringProviders', { id: vance, into: farrow, ...both, ...input }, as);
    await expect(merge({ into: vance })).rejects.toMatchObject({
      kind: 'invalid',
      message: 'A referring provider cannot be merged with themselves. Nothing was changed.',
    });
    await expect(merge({})).rejects.toMatchObject({
      kind: 'conflict',
      message: 'These two have different NPIs, so they are two people. Nothing was changed.',
    });
    await expect(merge({ intoLastUpdated: '2020-01-01T00:00:00+00:00' })).rejects.toMatchObject({
      kind: 'changed-elsewhere',
    });
    await expect(merge({ into: demoId('demo2', 'referring', 'Vance') })).rejects.toMatchObject({ kind: 'not-found' });
    expect(await stateOf()).toEqual(before);
  });
});

type NewPayer = InputOf<'addressBook.createPayer'>;
const contact = (Name: string) => ({
  PayerContactId: crypto.randomUUID(),
  Name,
  Department: 'Claims',
  Phone: '8005550111',
  Fax: null,
  Email: null,
});
const payer = (more: Partial<NewPayer> = {}): NewPayer => ({
  PayerId: uuid(),
  Name: 'Prairie Health',
  Kind: 'commercial',
  ElectronicPayerId: 'PRA01',
  ClaimFilingCode: 'CI',
  Phone: null,
  ...place,
  PayerReportingTypeId: null,
  Inactive: false,
  contacts: [],
  ...more,
});

describe('a payer', () => {
  test('is entered with its contacts and changed by who bills; devices hear of it, the log knows', async () => {
    const [ruth, sam] = [contact('Ruth'), contact('Sam')];
    const input = payer({ contacts: [ruth, sam] });
    const id = input.PayerId as never;
    const made = await api.call('addressBook.createPayer', input, { as: 'biller' });
    expect(made.payer).toMatchObject({ UnitMethod: 'spm', TimelyFilingDays: 180, contacts: [ruth, sam] });
    const change = (changes: Partial<NewPayer>, base: object) =>
      command('addressBook.updatePayer', { id, changes }, { as: 'biller', base: { ...base } });
    const seen = { contacts: [ruth, sam], Kind: 'commercial' };
    const changed = await change({ contacts: [sam], Kind: 'medicare' }, seen);
    expect(changed.payer).toMatchObject({ contacts: [sam], UnitMethod: 'cms', TimelyFilingDays: 365 });
    expect((await logged('payers', id)).length).toBeGreaterThanOrEqual(2);
    await expect(change({ contacts: [ruth] }, { contacts: [ruth, sam] })).rejects.toMatchObject({
      kind: 'changed-elsewhere',
      current: { contacts: [sam] },
    });
    const audited = await api.db.owner(
      `select from audit_entry where action = 'update' and entity = 'payers' and pk = $1`,
      [id],
    );
    expect(audited.length).toBeGreaterThan(0);
    expect(await api.call('addressBook.payer', { id }, { as: 'front' })).toEqual({ ...changed, policies: 0 });
    await expect(api.call('addressBook.createPayer', payer({ Name: 'X' }), { as: 'front' })).rejects.toMatchObject({
      kind: 'no-permission',
    });
  });

  test('counts under one of the reporting types of the site, or under none', async () => {
    const [type] = await api.db.owner<{ id: string }>(
      `select "PayerReportingTypeId" as id from payer_reporting_types where site = 'demo' limit 1`,
    );
    const input = payer({ Name: 'Typed', ElectronicPayerId: 'TYP1', PayerReportingTypeId: type?.id ?? null });
    const made = await api.call('addressBook.createPayer', input, { as: 'biller' });
    expect(made.payer.PayerReportingTypeId).toBe(type?.id);
    const change = (changes: Partial<NewPayer>) =>
      api.call('addressBook.updatePayer', { id: input.PayerId, changes }, { as: 'biller' });
    expect((await change({ Phone: '6175550111' })).payer.PayerReportingTypeId).toBe(type?.id);
    await expect(change({ PayerReportingTypeId: uuid() })).rejects.toMatchObject({
      kind: 'invalid',
      fields: { PayerReportingTypeId: expect.any(String) },
    });
    expect((await change({ PayerReportingTypeId: null })).payer.PayerReportingTypeId).toBeNull();
    const again = payer({ Name: 'Typed again', PayerReportingTypeId: uuid(), restores: true });
    await expect(api.call('addressBook.createPayer', again, { as: 'biller' })).rejects.toMatchObject({
      kind: 'invalid',
    });
  });

  test('of a name and payer ID that are there, or with a contact twice, is not entered', async () => {
    const first = payer({ Name: 'Delta Plan', ElectronicPayerId: 'DP1', contacts: [contact('Ada')] });
    await api.call('addressBook.createPayer', first, as);
    const before = await api.db.owner('select from payers');
    await expect(
      api.call('addressBook.createPayer', payer({ Name: 'DELTA  plan', ElectronicPayerId: 'dp1' }), as),
    ).rejects.toMatchObject({
      kind: 'invalid',
      message: 'Delta Plan with the payer ID DP1 is already in the address book. Nothing was changed.',
    });
    const contacts = [...first.contacts, ...first.contacts];
    await expect(api.call('addressBook.createPayer', payer({ Name: 'Delta Two', contacts }), as)).rejects.toMatchObject(
      { kind: 'invalid', fields: { contacts: expect.any(String) } },
    );
    expect(await api.db.owner('select from payers')).toHaveLength(before.length);
    await api.call('addressBook.createPayer', payer({ Name: 'Delta Plan', ElectronicPayerId: 'DP2' }), as);
  });

  test('that nothing names gives its contacts to the other; one in use is not merged away, nor one with itself', async () => {
    const spare = payer({ Name: 'United Shield', ElectronicPayerId: 'USH2', contacts: [contact('Mo')] });
    const id = spare.PayerId as never;
    const made = await api.call('addressBook.createPayer', spare, as);
    const into = cast.payers.unitedShield as never;
    const stays = await api.call('addressBook.payer', { id: into }, as);
    expect(stays.policies).toBeGreaterThan(0);
    const both = { lastUpdated: made.payer.updated_at, intoLastUpdated: stays.payer.updated_at };
    const turned = { id: into, into: id, lastUpdated: both.intoLastUpdated, intoLastUpdated: both.lastUpdated };
    await expect(api.call('addressBook.mergePayers', turned, as)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/^United Shield is used by \d+ polic.*so it can’t be merged into another payer\./),
    });
    await expect(api.call('addressBook.mergePayers', { ...turned, into }, as)).rejects.toMatchObject({
      message: 'A payer cannot be merged with itself. Nothing was changed.',
    });
    await expect(api.call('addressBook.mergePayers', { id, into, ...both }, { as: 'biller' })).rejects.toMatchObject({
      kind: 'no-permission',
    });
    const merged = await api.call('addressBook.mergePayers', { id, into, ...both }, as);
    expect(merged).toMatchObject({ payer: { PayerId: into, contacts: [{ Name: 'Mo' }] }, policies: stays.policies });
    expect(await api.call('addressBook.payer', { id }, as)).toEqual(merged);
    // An import that names the one that went means the one that stays.
    const present = await api.db.tx(everything, (tx) => presentIn(tx, [], []));
    expect(present.payers.find((one) => one.id === id)).toMatchObject({ PayerId: into, Name: 'United Shield' });
    expect(present.payers.findLast((one) => one.alias === 'United Shield')).toMatchObject({ id: into });
  });

  test('that is there twice already can be changed and set inactive, but not become another one', async () => {
    const input = payer({ Name: 'Twice Health', ElectronicPayerId: 'TW1', contacts: [] });
    const other = payer({ Name: 'Twice Other', ElectronicPayerId: 'TW2', contacts: [] });
    const id = input.PayerId as never;
    await api.call('addressBook.createPayer', input, as);
    await api.call('addressBook.createPayer', other, as);
    // As an import made it.
    await api.db.owner(`update payers set "Name" = 'Twice Health', "ElectronicPayerId" = 'TW1' where "PayerId" = $1`, [
      other.PayerId,
    ]);
    const change = (changes: Partial<NewPayer>) => api.call('addressBook.updatePayer', { id, changes }, as);
    expect((await change({ Inactive: true })).payer.Inactive).toBe(true);
    expect((await change({ ElectronicPayerId: 'TW3' })).payer.ElectronicPayerId).toBe('TW3');
    await expect(change({ ElectronicPayerId: 'TW1' })).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('with 15 contacts is not merged into one with 10: a payer has 20 at most', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => contact(`C${at}`));
    const gone = payer({ Name: 'Crowd One', ElectronicPayerId: null, contacts: many(15) });
    const stays = payer({ Name: 'Crowd Two', ElectronicPayerId: null, contacts: many(10) });
    const [a, b] = [
      await api.call('addressBook.createPayer', gone, as),
      await api.call('addressBook.createPayer', stays, as),
    ];
    const versions = { lastUpdated: a.payer.updated_at, intoLastUpdated: b.payer.updated_at };
    const ids = { id: gone.PayerId as never, into: stays.PayerId as never };
    await expect(api.call('addressBook.mergePayers', { ...ids, ...versions }, as)).rejects.toMatchObject({
      kind: 'conflict',
      message:
        'Together these two have 25 contacts. A payer can have at most 20. Nothing was changed. Remove some first.',
    });
    expect((await api.call('addressBook.payer', { id: ids.id }, as)).payer.contacts).toHaveLength(15);
  });

  test('that nothing names and that has no rules of its own is removed, and is there again as it was', async () => {
    const input = payer({ Name: 'Leaving Health', ElectronicPayerId: 'LEA1', contacts: [contact('Lea')] });
    const id = input.PayerId as never;
    const made = await api.call('addressBook.createPayer', input, as);
    const remove = (which: never) => api.call('addressBook.removePayer', { id: which }, { as: 'biller' });
    await remove(id);
    const back = await api.call('addressBook.createPayer', { ...input, restores: true }, as);
    expect(back.payer).toEqual({ ...made.payer, updated_at: expect.any(String) });
    const { version } = await api.call('addressBook.payerRules', { id }, as);
    const history = [{ EffectiveFrom: null, rules: { UnitMethod: 'cms' as const } }];
    await api.call('addressBook.savePayerRules', { id, history, version }, as);
    await expect(remove(id)).rejects.toMatchObject({
      kind: 'conflict',
      message:
        'Leaving Health has rules of its own, so it cannot be removed. Make it inactive instead. Nothing was removed.',
    });
    await expect(remove(cast.payers.medicare as never)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/^Medicare Part B is used by \d+ polic/),
    });
  });

  test('of another site is not there', async () => {
    const [row] = await api.db.owner<{ id: string }>(`select "PayerId" as id from payers where site = 'demo2' limit 1`);
    expect(cast2.site).toBe('demo2');
    await expect(api.call('addressBook.payer', { id: row?.id as never }, as)).rejects.toMatchObject({
      kind: 'not-found',
    });
  });
});

/** How the server counts the units of a Medicare visit on a day. */
async function unitMethodOn(day: string): Promise<string | undefined> {
  const [row] = await api.db.owner<{ CaseId: string }>(
    `select c."CaseId" from cases c join insurances i on i.site = c.site and i."InsuranceId" = c."InsuranceIds"[1]
     where c.site = 'demo' and i."PayerId" = $1 limit 1`,
    [cast.payers.medicare],
  );
  const visit = { CaseId: row?.CaseId, Start: `${day}T10:00` } as Visit;
  return (await api.db.tx(everything, (tx) => payersOfVisit(tx, visit)))[0]?.UnitMethod;
}

describe('payer rules', () => {
  test('of the demo payers are their own from the beginning, and a visit is billed by those of its day', async () => {
    const id = cast.payers.medicare as never;
    const first = await api.call('addressBook.payerRules', { id }, as);
    expect(first.history).toEqual([{ EffectiveFrom: null, rules: expect.objectContaining({ UnitMethod: 'cms' }) }]);
    const history = [...first.history, { EffectiveFrom: '2999-01-01', rules: { UnitMethod: 'spm' as const } }];
    const saved = await api.call('addressBook.savePayerRules', { id, history, version: first.version }, as);
    expect(saved.history).toEqual(history);
    expect(await unitMethodOn('2998-12-31')).toBe('cms');
    expect(await unitMethodOn('2999-01-01')).toBe('spm');
    const { payer: stored } = await api.call('addressBook.payer', { id }, as);
    expect(stored).toMatchObject({
      UnitMethod: 'cms',
      DatedRules: [
        { EffectiveFrom: null, UnitMethod: 'cms', TimelyFilingDays: 365 },
        { EffectiveFrom: '2999-01-01', UnitMethod: 'spm', TimelyFilingDays: 365 },
      ],
    });
    await expect(
      api.call('addressBook.savePayerRules', { id, history: first.history, version: first.version }, as),
    ).rejects.toMatchObject({ kind: 'changed-elsewhere' });
    const audited = await api.db.owner(`select from audit_entry where entity = 'payerRules'`);
    expect(audited.length).toBeGreaterThanOrEqual(2);
  });

  test('leave details that someone has open as they are: both are saved', async () => {
    const input = payer({ Name: 'Own Version', ElectronicPayerId: null });
    const id = input.PayerId as never;
    await api.call('addressBook.createPayer', input, as);
    const { version } = await api.call('addressBook.payerRules', { id }, as);
    const history = [{ EffectiveFrom: null, rules: { UnitMethod: 'cms' as const } }];
    await api.call('addressBook.savePayerRules', { id, history, version }, as);
    const change = { id, changes: { Phone: '6175550111' } };
    const saved = await command('addressBook.updatePayer', change, { as: 'biller', base: { Phone: null } });
    expect(saved.payer).toMatchObject({ Phone: '6175550111', UnitMethod: 'cms' });
  });

  test('of the site reach the payers that fall back to them, and no other', async () => {
    const input = payer({ Name: 'Fallback Health', ElectronicPayerId: null });
    const id = input.PayerId as never;
    await api.call('addressBook.createPayer', input, as);
    const untouched = await api.call('addressBook.payer', { id: cast.payers.blueHarbor as never }, as);
    const { history, version } = await api.call('addressBook.payerDefaultRules', {}, as);
    const next = history.map((one) => ({ ...one, rules: { ...one.rules, TimelyFilingDays: 77 } }));
    const saved = await api.call('addressBook.savePayerDefaultRules', { history: next, version }, as);
    expect(saved.version).not.toBe(version);
    expect((await api.call('addressBook.payer', { id }, as)).payer.TimelyFilingDays).toBe(77);
    expect((await api.call('addressBook.payer', { id: cast.payers.blueHarbor as never }, as)).payer).toEqual(
      untouched.payer,
    );
    await expect(api.call('addressBook.savePayerDefaultRules', { history, version }, as)).rejects.toMatchObject({
      kind: 'changed-elsewhere',
    });
    await api.call('addressBook.savePayerDefaultRules', { history, version: saved.version }, as);
    expect((await api.call('addressBook.payer', { id }, as)).payer.TimelyFilingDays).toBe(180);
  });

  test('are seen and changed by who may access payer rules', async () => {
    const id = cast.payers.medicare as never;
    for (const who of ['front', 'biller'] as const) {
      await expect(api.call('addressBook.payerRules', { id }, { as: who })).rejects.toMatchObject({
        kind: 'no-permission',
      });
      await expect(api.call('addressBook.payerDefaultRules', {}, { as: who })).rejects.toMatchObject({
        kind: 'no-permission',
      });
    }
  });
});

test('other contacts have a name or a company', async () => {
  const row = {
    Kind: 'attorney' as const,
    FirstName: 'Noor',
    LastName: 'Haddad',
    Company: null,
    Phone: null,
    Fax: null,
  };
  const OtherContactId = uuid() as never;
  const input = { OtherContactId, ...row, Email: 'noor@example.org', ...place, Inactive: false };
  const { otherContact } = await api.call('addressBook.createOtherContact', input, { as: 'front' });
  expect(otherContact).toMatchObject(input);
  const nobody = { ...input, OtherContactId: uuid() as never, FirstName: ' ', LastName: null };
  await expect(api.call('addressBook.createOtherContact', nobody, as)).rejects.toMatchObject({
    kind: 'invalid',
    message: 'Enter a name or a company. Nothing was changed.',
  });
  const { otherContacts } = await api.call('addressBook.otherContacts', {}, { as: 'pta' });
  expect(otherContacts.filter((one) => one.OtherContactId === OtherContactId)).toHaveLength(1);
});
