import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { methodOf, pathOf } from '#contract/base/endpoint.ts';
import { endpoint, endpointNames, type EndpointName } from '#contract/endpoints.ts';
import { allRecords, recordCall } from '#contract/records.ts';
import { callNameOf, type RecordCallName } from '#contract/kept-rows.ts';
import { chanceFrom, type Chance } from '#server/demo/random.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testApi, type Site, type TestApi } from '#server/testing/api.ts';
import { canaryOf, cloneSites, plantCanaries, stateOf } from '#server/testing/cloned-sites.ts';
import { idColumnOf, idsAmong, inputOf, siteIds } from '#server/testing/generated-calls.ts';
import { generatedEmail } from '#server/testing/inputs.ts';
import { plantRows } from '#server/testing/planted-rows.ts';
import { prober, type Probe } from '#server/testing/probes.ts';
import { countFrom, seedFrom } from '#server/testing/seed.ts';

const sites: Site[] = ['demo', 'demo2', 'clone3', 'clone4', 'clone5'];
/** Inputs of each endpoint, from a site about another; more look further. */
const inputsEach = countFrom('PROBE_INPUTS', 1);
/** About how many others each site asks; with four of them every pair is tried. */
const othersEach = countFrom('PROBE_SITES', 1);
const seed = seedFrom('PROBE_SEED');

let api: TestApi;
const known = new Map<Site, Awaited<ReturnType<typeof siteIds>>>();
const places = new Map<Site, Awaited<ReturnType<typeof placesOf>>>();
let probes: ReturnType<typeof prober>;

beforeAll(async () => {
  const db = await testDatabase();
  // Reminders and news go out by themselves: what changes at a site while these calls are made is their doing.
  await db.owner(
    `update sites set settings = settings - array['tell_of_visits', 'first_reminder_hours', 'second_reminder_hours']`,
  );
  api = await testApi(db);
  await cloneSites(api.db, sites.slice(2));
  await plantRows(api.db, sites);
  await plantCanaries(api.db, sites);
  for (const site of sites) {
    places.set(site, await placesOf(site));
    known.set(site, await siteIds(api.db, site));
    await rememberCalls(site);
  }
  const ids = new Map([...known].map(([site, columns]) => [site, new Set([...columns.values()].flat())] as const));
  probes = prober(api, ids, mayAnswer);
});
afterAll(async () => {
  await api.close();
  await api.db.close();
});

/** Calls that make a record of the site, which names no row but those it chooses from. */
const newOfSite = allRecords.filter(({ parent }) => parent === null).map((of) => callNameOf(of, 'create'));

const unknownCall = { mid: 1, name: 'none', input: {}, base: {}, schemaVersion: 1, madeAt: '', clockOffset: 0 };

/** A site's own marks: where a device and a list are. */
async function placesOf(site: Site) {
  const { call } = api;
  const as = { as: 'admin', site } as const;
  const file = { name: 'one.csv', text: `FIRST,LAST,BIRTHDATE\nIda,${canaryOf(site)},1980-02-29` };
  await call('importer.run', { files: [file], dryRun: false }, as);
  const device = crypto.randomUUID();
  await call('sync.push', { device: device as never, entries: [unknownCall] }, as);
  await call('audit.export', {}, as);
  const { cookie } = await call('sync.pull', { device: device as never, cookie: null, more: null }, as);
  const list = await call('audit.list', {}, as);
  return { device, cookie, after: list.after ?? 'none' };
}

/** As if the administrator had made every call under a key for each other site, and its answer were kept. */
async function rememberCalls(site: Site): Promise<void> {
  await api.db.owner(
    `insert into idempotency (site, "UserId", key, call, "inputHash", reply)
     select site, "UserId", site || '-for-' || other || '-' || call, call, md5(call), to_jsonb($4::text)
     from users, unnest($2::text[]) other, unnest($3::text[]) call where site = $1 and "Email" = 'admin@' || $1 || '.test'`,
    [site, sites.filter((each) => each !== site), keepsKeys, canaryOf(site)],
  );
}

/** What was audited so far is sealed soon after, by nobody's call. */
async function untilSealed(): Promise<void> {
  while ((await api.db.owner('select 1 from audit_unsealed limit 1')).length > 0) await wait(200);
}

const statesOf = async (of: Site[]) =>
  new Map(await Promise.all(of.map(async (site) => [site, await stateOf(api.db, site)] as const)));

/** Calls that name no row, or that make one whose id is the caller's to choose. */
const mayAnswer = new Set<EndpointName>([
  'session.login',
  'session.refresh',
  'session.logout',
  // Ends the login of the cookie that comes along, and names no row.
  'patientLogin.logout',
  'session.setup',
  'session.devices',
  'session.reportDevice',
  // Answers everybody alike who does not know the device's secret.
  'session.askErasure',
  'session.recordPrint',
  'sync.pull',
  'sync.push',
  'sync.recordDiscard',
  // Writes to the log of the site itself what its device says, whoever's id that is.
  'sync.recordViews',
  'sync.hydrate',
  'patients.list',
  'patients.create',
  // Its input names no one of another site.
  'samePeople.find',
  'visits.list',
  'documentation.toDo',
  // Of its own site, whatever claim it is said to begin after.
  'billing.claimsToCorrect',
  // The same library everywhere.
  'exercises.list',
  // A site's own, whatever is asked.
  'templates.listEval',
  'templates.listText',
  'measures.list',
  'waitlist.list',
  'onlineScheduling.heldTimes',
  'waitlist.rule',
  'waitlist.saveRule',
  'addressBook.payerDefaultRules',
  'addressBook.savePayerDefaultRules',
  'addressBook.otherContacts',
  'clinicLists.all',
  'clinicLists.activeCustomCaseInputs',
  'clinicLists.saveCustomCaseInput',
  'clinicLists.visitTags',
  'clinicLists.saveVisitTag',
  'clinicLists.addPayerReportingType',
  'connections.fotoClinics',
  'connections.fotoClinicians',
  'connections.pVerifyPayers',
  'connections.cptInsights',
  'facilities.list',
  'facilities.regions',
  // Without facilities; one of another site is refused (facilities/handlers.pg.test.ts).
  'facilities.createRegion',
  'providers.list',
  'providers.create',
  'users.list',
  'users.create',
  'users.updateSelf',
  'users.groups',
  'users.createGroup',
  'importer.run',
  'importer.batches',
  'sites.settingsLookedAt',
  'settings.refreshWebsite',
  'settings.save',
  'settings.allowedAddresses',
  'settings.saveAllowedAddresses',
  'settings.closedPeriod',
  'settings.setClosedPeriod',
  'outage.userDetails',
  // What they name besides is refused (server/kit/record-handlers.ts).
  ...newOfSite,
  'emergency.list',
  'emergency.waiting',
  'mail.list',
  'messages.list',
  'surveys.list',
  'onlineReview.notes',
  'tasks.people',
  'kiosk.list',
  'intakeForms.list',
  'intakeForms.create',
  'kiosk.arrivals',
  'scim.tokens',
  // Without permission groups; one of another site is not found.
  'scim.makeToken',
  // Told by the domain of an e-mail alone, to everybody.
  'singleSignOn.ways',
  'singleSignOn.get',
  'singleSignOn.save',
  'singleSignOn.remove',
  'singleSignOn.test',
  'singleSignOn.deviceSecret',
  'account.get',
  'account.sessions',
  'feeds.get',
  'feeds.make',
  'feeds.end',
  'account.askPasskey',
  'account.passkeys',
  'account.endOtherSessions',
  'account.forgot',
  'singleSignOn.ways',
  'account.verifyEmail',
  'audit.list',
  'audit.people',
  'audit.export',
]);

const isPublic = (name: EndpointName) => endpoint(name).access === 'public';
const keepsKeys = endpointNames.filter((name) => methodOf(endpoint(name)) !== 'GET' && !endpoint(name).byHand);

/** Every endpoint with ids of another site in path, query and body, and with its remembered call. */
function* generated(from: Site, of: Site): Generator<Probe> {
  const chance = chanceFrom(seed + sites.indexOf(from) * 10 + sites.indexOf(of) + 1);
  const ids = idsAmong(known.get(of) ?? new Map(), false);
  for (const name of endpointNames) {
    for (let at = 0; at < inputsEach; at += 1) yield { name, from, of, input: inputAbout(name, { from, ids }, chance) };
  }
  for (const name of keepsKeys) {
    const headers = { 'idempotency-key': `${of}-for-${from}-${name}` };
    const strangerHeaders = () => ({ 'idempotency-key': crypto.randomUUID() });
    yield { name, from, of, input: inputAbout(name, { from, ids }, chance), headers, strangerHeaders };
  }
}

/**
 * A device counts its calls: each push comes from one of its own. Whoever is not signed in may ask for a link to any
 * e-mail, so each site uses its own.
 */
function inputAbout(
  name: EndpointName,
  { from, ids }: { from: Site; ids: ReturnType<typeof idsAmong> },
  chance: Chance,
): Record<string, unknown> {
  const text = JSON.stringify(inputOf(name, ids, chance));
  const input = JSON.parse(text.replaceAll(generatedEmail, `someone@${from}.test`)) as Record<string, unknown>;
  return name === 'sync.push' ? { ...input, device: crypto.randomUUID() } : withOwnId(name, input);
}

/** A new record of the site has an id of its own: under that of another site's it would be one more of this site. */
function withOwnId(name: string, input: Record<string, unknown>): Record<string, unknown> {
  const call = recordCall(name);
  return newOfSite.includes(name as RecordCallName) && call ? { ...input, [call.of.key]: crypto.randomUUID() } : input;
}

/** Every row of another site that names a file, an import or an entry of the log; its cursors and its channels. */
function* chosen(from: Site, of: Site): Generator<Probe> {
  const has = (column: string) => known.get(of)?.get(column)?.slice(0, 20) ?? [];
  for (const id of has('ClaimId')) yield { name: 'billing.claimFile', from, of, input: { id } };
  for (const id of has('ImportBatchId')) yield { name: 'importer.undo', from, of, input: { id } };
  for (const id of has('AuditEntryId')) yield { name: 'audit.get', from, of, input: { id } };
  const { device = '', cookie = '', after = '' } = places.get(of) ?? {};
  const own = places.get(from);
  yield { name: 'sync.pull', from, of, input: { device: own?.device, cookie, more: null } };
  yield { name: 'sync.pull', from, of, input: { device, cookie: own?.cookie, more: null } };
  yield { name: 'sync.push', from, of, input: { device, entries: [unknownCall] } };
  yield { name: 'audit.list', from, of, input: { after } };
  for (const before of has('PatientId')) {
    yield { name: 'patients.list', from, of, input: { after: before } };
    yield { name: 'sync.hydrate', from, of, input: { priority: 'P0', after: `patients|${before}` } };
  }
  const names = [
    `private-site-${of}`,
    `private-site-${from},${of}`,
    `presence-site-${of}`,
    `private-encrypted-site-${of}`,
  ];
  for (const channel_name of [...names, `private-site-${of}\u0000`, ` private-site-${of}`])
    yield { name: 'session.broadcastingAuth', from, of, input: { socket_id: '1.1', channel_name } };
}

/** The next ones around the table from where the seed says, so that over the commits every pair has its turn. */
function askedAbout(from: Site): Site[] {
  const others = sites.filter((site) => site !== from);
  return Array.from({ length: othersEach }, (_, at) => others[(seed + at) % others.length] ?? from);
}

test('every site has rows to ask for, and it is known whose id each call takes', () => {
  for (const site of sites) {
    const empty = [...(known.get(site) ?? [])].filter(([, ids]) => ids.length === 0).map(([column]) => column);
    expect([site, empty]).toEqual([site, []]);
  }
  const columns = [...(known.get('demo')?.keys() ?? [])];
  // A built-in exercise has the same id in every site.
  const named = endpointNames.filter((name) => /:id\b/.test(pathOf(endpoint(name))) && name !== 'exercises.favorite');
  expect(named.filter((name) => !columns.includes(idColumnOf(name) ?? ''))).toEqual([]);
});

test.each(sites)(
  '%s hears nothing of the others and changes nothing there',
  { timeout: 120_000 * (1 + inputsEach * othersEach) },
  async (from) => {
    const others = sites.filter((site) => site !== from);
    await untilSealed();
    const before = await statesOf(others);
    const faults: string[] = [];
    for (const of of askedAbout(from)) {
      for (const probe of [...generated(from, of), ...chosen(from, of)]) {
        const fault = await probes.faultOf(probe);
        if (fault !== null) faults.push(fault);
      }
    }
    expect(faults, `PROBE_SEED=${seed}`).toEqual([]);
    expect(await statesOf(others)).toEqual(before);
    expect((await api.inject('GET', '/api/setup', { as: 'admin', site: from })).statusCode).toBe(200);
  },
);

const namesNoRow = new Set<string>([
  ...newOfSite,
  'patients.create',
  'sync.recordDiscard',
  'session.recordPrint',
  // Of what is not there it removes nothing, and says so.
  'scheduling.removeNonPatientVisit',
]);

test.each(sites)("%s's waiting calls about rows of others take no effect", async (from) => {
  const wrong: string[] = [];
  const others = sites.filter((site) => site !== from);
  await untilSealed();
  const before = await statesOf(others);
  for (const of of others) {
    const chance = chanceFrom(seed + sites.indexOf(of) + 50);
    const input = inputOf('sync.push', idsAmong(known.get(of) ?? new Map(), false), chance);
    const entries = Array.from({ length: 5 }, () =>
      inputOf('sync.push', idsAmong(known.get(of) ?? new Map(), false), chance),
    )
      .flatMap((each) => each['entries'] as { mid: number; name: string; input: Record<string, unknown> }[])
      .map(({ name, ...entry }, at) => ({
        ...entry,
        name,
        input: withOwnId(name, entry.input),
        mid: at + 1,
        madeAt: '',
        base: {},
        clockOffset: 0,
      }));
    const body = { ...input, device: crypto.randomUUID(), entries };
    const reply = await api.inject('POST', '/api/sync/push', { as: 'admin', site: from, body });
    expect(reply.statusCode).toBe(200);
    const { outcomes } = reply.json<{ outcomes: { mid: number; status: string }[] }>();
    const ok = new Set(outcomes.filter((each) => each.status === 'ok').map((each) => each.mid));
    wrong.push(...entries.filter((each) => ok.has(each.mid) && !namesNoRow.has(each.name)).map((each) => each.name));
  }
  expect(wrong, `PROBE_SEED=${seed}`).toEqual([]);
  expect(await statesOf(others)).toEqual(before);
});

let refusedByHeader = 0;

test.each(sites)("a token of %s opens no other site by the header's word", async (from) => {
  for (const of of sites.filter((site) => site !== from)) {
    for (const name of endpointNames.filter((each) => !isPublic(each))) {
      const { signedIn, app } = api;
      const headers = { authorization: `Bearer ${(await signedIn('admin', from)).token}`, 'x-site-key': of };
      const url = `/api${endpoint(name).call.replace(/^\w+ /, '').replace(/:\w+/g, crypto.randomUUID())}`;
      const reply = await app.inject({ method: methodOf(endpoint(name)), url, headers });
      expect([name, reply.statusCode, reply.json().message]).toEqual([name, 403, 'Select site']);
      refusedByHeader += 1;
    }
  }
});

test('the probes are counted', () => {
  const { length: siteCount } = sites;
  process.stdout.write(
    `cross-site: ${probes.count() + refusedByHeader} probes over ${endpointNames.length} endpoints and ${siteCount} sites, seed ${seed}\n`,
  );
  expect(othersEach).toBeLessThan(siteCount);
  // Every endpoint, and each remembered call, from every site; and its header about all others.
  expect(probes.count()).toBeGreaterThan(
    siteCount * othersEach * (endpointNames.length * inputsEach + keepsKeys.length),
  );
  const guarded = endpointNames.filter((name) => !isPublic(name)).length;
  expect(refusedByHeader).toBe(siteCount * (siteCount - 1) * guarded);
});
