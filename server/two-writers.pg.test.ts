import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SomeRules } from '#contract/address-book/payer-rules.ts';
import { endpoint, endpointNames, type EndpointName, type InputOf } from '#contract/endpoints.ts';
import { emptyForm } from '#contract/intake-forms/published-form.ts';
import { choicesOf } from '#contract/messages/patient-consents.ts';
import { defaultFillRule } from '#contract/scheduling/fill-rule.ts';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const admin = { as: 'admin' } as const;
const { harborview, riverside } = cast.facilities;
const write = (name: EndpointName, input: object) => api.call(name, input as InputOf<EndpointName>, admin);
const found = <T extends object>(rows: readonly T[], key: keyof T, id: string): T =>
  rows.find((row) => row[key] === id) ?? expect.fail(`${id} is gone`);
let count = 0;
const newName = (what: string) => `${what} ${(count += 1)}`;

type Story = {
  /** What two people have opened: the id by which it is written, what both see, and what it is in the end. */
  open(): Promise<{ id?: string; seen: Record<string, unknown>; read(): Promise<object> }>;
  writes(): Writes;
};
/**
 * `theirs` is written first, by somebody else; `mine` are other fields, and `same` those of `theirs` with other values.
 * `both`: what comes of `theirs` and `mine` where they are parts of one field.
 */
type Writes = { theirs: object; mine: object; same: object; both?: object };

const named = (field: string, mine: object) => (): Writes => ({
  theirs: { [field]: newName('Theirs') },
  mine,
  same: { [field]: newName('Mine') },
});

async function openList(name: 'saveCustomCaseInput' | 'saveVisitTag', field: string) {
  const id = crypto.randomUUID();
  const seen = { [field]: newName('Seen'), Inactive: false };
  await write(`clinicLists.${name}`, { id, ...seen });
  const read = async () => {
    const { customCaseInputs, visitTags } = await api.call('clinicLists.all', {}, admin);
    return name === 'saveVisitTag' ? found(visitTags, 'TagId', id) : found(customCaseInputs, 'CustomCaseInputId', id);
  };
  return { id, seen, read };
}

async function openUser() {
  const fields = { FirstName: 'Nora', LastName: newName('Quist'), Email: `${crypto.randomUUID()}@demo.test` };
  const access = { roles: [], individualPermissions: [], facilityIds: null, providerIds: null };
  const { UserId } = await api.call('users.create', { ...fields, ...access, provider: null }, admin);
  const read = async () => found((await api.call('users.list', {}, admin)).users, 'UserId', UserId);
  return { id: UserId, seen: { ...fields, ...access }, read };
}

const connectionFields = () => ({
  Name: newName('Connection'),
  issuer: 'https://login.demo.test',
  clientId: 'mainstay',
  clientSecret: 'made up',
  domains: ['demo.test'],
  passwordAllowed: true,
  Enabled: false,
});
const connectionNow = async () => ({ ...(await api.call('singleSignOn.get', {}, admin)).connection });

/** Rules of two days: each of these is set on one of them. */
const rulesOf = (first: SomeRules, later: SomeRules) => ({
  history: [
    { EffectiveFrom: null, rules: { TimelyFilingDays: 90, MaxUnits: 8, ...first } },
    { EffectiveFrom: '2031-01-01', rules: { TimelyFilingDays: 91, ...later } },
  ],
});
const rulesStory = (name: EndpointName, read: () => Promise<{ history: unknown }>, id?: string): Story => ({
  async open() {
    const seen = rulesOf({}, {});
    await write(name, { ...(id !== undefined && { id }), ...seen });
    return { ...(id !== undefined && { id }), seen, read };
  },
  writes: () => ({
    theirs: rulesOf({ MaxUnits: 9 }, { MinUnits: 1 }),
    mine: rulesOf({ TimelyFilingDays: 77 }, { CciEdits: false }),
    same: rulesOf({ MaxUnits: 7 }, {}),
    both: rulesOf({ MaxUnits: 9, TimelyFilingDays: 77 }, { MinUnits: 1, CciEdits: false }),
  }),
});
const { medicare } = cast.payers;

const stories: { [N in EndpointName]?: Story } = {
  'facilities.updateRegion': {
    async open() {
      const seen = { Name: newName('Region'), facilityIds: [harborview as never] };
      const { RegionId } = await api.call('facilities.createRegion', seen, admin);
      const read = async () => found((await api.call('facilities.regions', {}, admin)).regions, 'RegionId', RegionId);
      return { id: RegionId, seen, read };
    },
    writes: named('Name', { facilityIds: [harborview, riverside] }),
  },
  'facilities.update': {
    async open() {
      const { FirstName, LastName, City, Phone } = await api.call('facilities.get', { id: harborview as never }, admin);
      const read = () => api.call('facilities.get', { id: harborview as never }, admin);
      return { id: harborview, seen: { FirstName, LastName, City, Phone }, read };
    },
    writes: named('City', { Phone: '9785550199' }),
  },
  'users.update': { open: openUser, writes: named('LastName', { roles: [cast.groups.Biller] }) },
  'users.setRoles': {
    async open() {
      const { seen, ...user } = await openUser();
      return { ...user, seen: { roles: seen.roles } };
    },
    // Sets merge; that of an outsider who says nothing readable of what they saw does not.
    writes: () => ({ theirs: { roles: [cast.groups.Biller] }, mine: {}, same: { roles: [], base: { roles: 'none' } } }),
  },
  'users.updateGroup': {
    async open() {
      const seen = { name: newName('Group'), permissions: ['record charges' as const] };
      const { id } = await api.call('users.createGroup', seen, admin);
      const read = async () => found((await api.call('users.groups', {}, admin)).permissionGroups, 'id', id);
      return { id, seen, read };
    },
    writes: named('name', { permissions: ['record charges', 'edit patients'] }),
  },
  'providers.update': {
    async open() {
      const { ProviderId, FirstName, LicenseNumber, Schedule } = await api.call(
        'providers.create',
        { FirstName: 'Ada', LastName: newName('Locum') },
        admin,
      );
      const read = async () => {
        const { providers } = await api.call('providers.list', { providerIds: ProviderId }, admin);
        return found(providers, 'ProviderId', ProviderId);
      };
      return { id: ProviderId, seen: { FirstName, LicenseNumber, Schedule }, read };
    },
    writes: named('LicenseNumber', { FirstName: 'Ida' }),
  },
  'clinicLists.saveCustomCaseInput': {
    open: () => openList('saveCustomCaseInput', 'Label'),
    writes: named('Label', { Inactive: true }),
  },
  'clinicLists.saveVisitTag': {
    open: () => openList('saveVisitTag', 'Name'),
    writes: named('Name', { Inactive: true }),
  },
  'clinicLists.renamePayerReportingType': {
    async open() {
      const seen = { Description: newName('Type') };
      const { PayerReportingTypeId: id } = await api.call('clinicLists.addPayerReportingType', seen, admin);
      const read = async () =>
        found((await api.call('clinicLists.all', {}, admin)).payerReportingTypes, 'PayerReportingTypeId', id);
      return { id, seen, read };
    },
    writes: named('Description', {}),
  },
  'waitlist.saveRule': {
    async open() {
      await write('waitlist.saveRule', defaultFillRule);
      return { seen: defaultFillRule, read: async () => (await api.call('waitlist.rule', {}, admin)).rule };
    },
    writes: () => ({ theirs: { groupSize: 5 }, mine: { isOn: true }, same: { groupSize: 7 } }),
  },
  'addressBook.savePayerRules': rulesStory(
    'addressBook.savePayerRules',
    () => api.call('addressBook.payerRules', { id: medicare as never }, admin),
    medicare,
  ),
  'addressBook.savePayerDefaultRules': rulesStory('addressBook.savePayerDefaultRules', () =>
    api.call('addressBook.payerDefaultRules', {}, admin),
  ),
  'intakeForms.update': {
    async open() {
      const { OwnFormId: id, title, isOn } = await api.call('intakeForms.create', emptyForm(), admin);
      return { id, seen: { title, isOn }, read: () => api.call('intakeForms.get', { id }, admin) };
    },
    writes: () => ({
      theirs: { title: [newName('Theirs'), ''] },
      mine: { isOn: false },
      same: { title: [newName('Mine'), ''] },
    }),
  },
  'messages.saveConsents': {
    async open() {
      const id = cast.patients.rosa;
      await api.db.owner('delete from consent_ledger');
      const read = async () => {
        const { standing } = await api.call('messages.consents', { id: id as never }, admin);
        return choicesOf(standing);
      };
      return { id, seen: { email: {}, text: {} }, read };
    },
    writes: () => ({
      theirs: { email: { visits: true } },
      mine: { email: { surveys: true }, text: { visits: false } },
      same: { email: { visits: false } },
      both: { email: { visits: true, surveys: true }, text: { visits: false } },
    }),
  },
  'singleSignOn.save': {
    async open() {
      const { clientSecret, ...seen } = connectionFields();
      await write('singleSignOn.save', { ...seen, clientSecret });
      return { seen, read: connectionNow };
    },
    writes: named('Name', { domains: ['demo.test', 'more.test'] }),
  },
};
const openAt = (name: EndpointName) => stories[name]?.open() ?? expect.fail(`There is no story of ${name}.`);
/** Two people at one of these are told of in the tests of its feature. */
const toldElsewhere = [
  'facilities.createRegion',
  'settings.save',
  'settings.saveAllowedAddresses',
  'settings.setClosedPeriod',
];
const removals = ['facilities.deleteRegion', 'users.removeGroup', 'intakeForms.remove', 'singleSignOn.remove'] as const;

/** Updates in which the last writer has the last word, and why no one else can be overtaken. */
const withoutBase: { [N in EndpointName]?: string } = {
  'users.updateSelf': 'A person changes only their own name and time zone.',
  'account.changePassword': 'A person changes only their own password, and enters the current one.',
  'account.renamePasskey': 'A person renames only their own passkeys.',
  'messages.savePreferences': 'A patient changes only their own settings, and each choice is in the history.',
  'onlineScheduling.extendHold': 'A hold belongs to one page, and only its end changes.',
  'intake.save': 'Answers carry the page’s `rev`, and the intake tests cover two devices.',
};

const told = Object.entries(stories) as [EndpointName, Story][];

test('every call that says what its writer saw has a story of two writers', () => {
  const carrying = endpointNames.filter((name) => 'base' in endpoint(name).input.shape);
  expect([...Object.keys(stories), ...toldElsewhere, ...removals].toSorted()).toEqual(carrying.toSorted());
});

test('every update that is not queued says what its writer saw, or has a reason why not', () => {
  const updates = endpointNames.filter((name) => {
    const { call, ...of } = endpoint(name);
    const isUpdate = call.startsWith('PUT ') || /\.(update|save|set|rename|change)(?![a-z])/.test(name);
    // What is queued carries its base in the outbox.
    return isUpdate && !('queueable' in of && of.queueable);
  });
  const listed = Object.keys({ ...stories, ...withoutBase });
  expect(updates.filter((name) => !toldElsewhere.includes(name) && !listed.includes(name))).toEqual([]);
  expect(listed.filter((name) => !updates.includes(name as EndpointName))).toEqual([]);
});

describe.each(told)('two who have opened the same, at %s', (name, { open, writes }) => {
  async function opened() {
    const { id, seen, read } = await open();
    const as = (changes: object) => write(name, { ...(id !== undefined && { id }), ...seen, base: seen, ...changes });
    return { as, read, ...writes() };
  }
  async function afterTheirs() {
    const one = await opened();
    await one.as(one.theirs);
    return one;
  }

  test('change different fields: both stay', async () => {
    const { as, read, theirs, mine, both = { ...theirs, ...mine } } = await afterTheirs();
    await as(mine);
    expect(await read()).toMatchObject(both);
  });

  test('change the same: the second is refused and told how it is now', async () => {
    const { as, read, theirs, same } = await afterTheirs();
    await expect(as(same)).rejects.toMatchObject({
      kind: 'changed-elsewhere',
      message: expect.stringMatching(/^Someone else changed this .* Nothing was saved\.$/),
      current: theirs,
    });
    expect(await read()).toMatchObject(theirs);
  });

  // Of sets nothing is refused.
  test.skipIf(name === 'users.setRoles')('change the same at one moment: one of them is refused', async () => {
    const { as, read, theirs, same } = await opened();
    const ends = await Promise.allSettled([as(theirs), as(same)]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { kind: 'changed-elsewhere' } });
    expect(await read()).toMatchObject(ends[0]?.status === 'fulfilled' ? theirs : same);
  });

  test('and one who does not say what they saw has the last word', async () => {
    const { as, read, same } = await afterTheirs();
    const { base: _, ...last } = same as { base?: object };
    await as({ ...last, base: undefined });
    expect(await read()).toMatchObject(last);
  });
});

test.each([
  ['facilities.deleteRegion', 'facilities.updateRegion', { Name: 'Kept' }],
  ['users.removeGroup', 'users.updateGroup', { name: 'Kept' }],
  ['intakeForms.remove', 'intakeForms.update', { title: ['Kept', ''] }],
] as const)('%s removes what was seen, and not what someone else has made of it', async (name, update, change) => {
  const { id, seen } = await openAt(update);
  const now = { ...seen, ...change };
  await write(update, { id, ...now });
  await expect(write(name, { id, base: seen })).rejects.toMatchObject({ kind: 'changed-elsewhere', current: now });
  await write(name, { id, base: now });
  await expect(write(update, { id, ...seen, base: now })).rejects.toMatchObject({ kind: 'not-found' });
});
