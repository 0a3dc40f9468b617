import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoint, endpointNames, type EndpointName } from '#contract/endpoints.ts';
import { chanceFrom } from '#server/demo/random.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { idsAmong, inputOf, requestOf, siteIds } from '#server/testing/generated-calls.ts';

let api: TestApi;
let ids: ReturnType<typeof idsAmong>;
let theirs: string[];
beforeAll(async () => {
  api = await testApi();
  const { call } = api;
  const device = crypto.randomUUID() as never;
  const file = { name: 'one.csv', text: 'FIRST,LAST,BIRTHDATE\nIda,Secretname,1980-02-29' };
  await call('importer.run', { files: [file], dryRun: false }, { as: 'biller' });
  await call(
    'sync.push',
    { device, entries: [{ mid: 1, name: 'none', input: {}, base: {}, schemaVersion: 1, madeAt: '', clockOffset: 0 }] },
    { as: 'pt' },
  );
  const demo = await siteIds(api.db, 'demo');
  ids = idsAmong(demo, false);
  theirs = [...new Set([...demo.values()].flat())];
  // What was audited so far is sealed soon after, by nobody's call.
  const waiting = () => api.db.owner(`select 1 from audit_unsealed where site = 'demo' limit 1`);
  while ((await waiting()).length > 0) await wait(200);
});
afterAll(() => api.close());

/** Everything the site holds, as one line. */
async function stateOf(site: string): Promise<string> {
  const { owner } = api.db;
  const tables = await owner<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'site'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'login_failures' order by 1`,
  );
  const hashes = tables.map(
    ({ name }) => `(select md5(string_agg(t::text, '|' order by t::text)) from ${name} t where site = $1)`,
  );
  const [row] = await owner<{ state: string }>(`select concat_ws(',', ${hashes.join(', ')}) as state`, [site]);
  return row?.state ?? '';
}

const isPublic = (name: EndpointName) => endpoint(name).access === 'public';

/** Calls that name no row, or that make one whose id is the caller's to choose. */
const mayAnswer = new Set<EndpointName>([
  'session.login',
  'session.refresh',
  'session.logout',
  'session.setup',
  'session.devices',
  'session.reportDevice',
  'session.recordPrint',
  'sync.pull',
  'sync.push',
  'sync.recordDiscard',
  'sync.hydrate',
  'patients.list',
  'patients.create',
  'visits.list',
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
  'settings.refreshWebsite',
  'settings.save',
  'settings.allowedAddresses',
  'settings.saveAllowedAddresses',
  'settings.closedPeriod',
  'settings.setClosedPeriod',
  'outage.userDetails',
  'emergency.list',
  'mail.list',
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
  'account.askPasskey',
  'account.passkeys',
  'account.endOtherSessions',
  'account.forgot',
  'account.verifyEmail',
  'audit.list',
  'audit.people',
  'audit.export',
]);

test.each(endpointNames)('%s with ids of another site tells nothing and changes nothing there', async (name) => {
  const before = await stateOf('demo');
  // A patient this site has made itself under an id it was free to choose.
  const own = new Set([...(await siteIds(api.db, 'demo2')).values()].flat());
  const chance = chanceFrom(endpointNames.indexOf(name) + 1);
  const leaks: string[] = [];
  for (let at = 0; at < 15; at += 1) {
    const input = inputOf(name, ids, chance);
    const { method, url, body } = requestOf(name, input);
    // Whoever logs out would be refused everything after it.
    const as = name === 'session.logout' ? {} : { as: 'admin' as const, site: 'demo2' as const };
    const reply = await api.inject(method, url, { ...as, ...(body && { body }) });
    const sent = JSON.stringify(input);
    const told = theirs.filter((id) => reply.body.includes(id) && !sent.includes(id));
    const applied = name === 'sync.push' && reply.statusCode === 200 ? appliedIn(input, reply.json()) : [];
    if (told.length > 0 || reply.body.includes('Secretname') || applied.length > 0)
      leaks.push(`${sent} => ${reply.body}`);
    if (reply.statusCode === 401 && !isPublic(name)) leaks.push('was not even signed in');
    if (reply.statusCode >= 500 || (reply.statusCode === 200 && !mayAnswer.has(name) && !own.has(String(input['id']))))
      leaks.push(`${reply.statusCode} ${sent}`);
  }
  expect(leaks).toEqual([]);
  expect(await stateOf('demo')).toBe(before);
});

const namesNoRow = new Set(['patients.create', 'sync.recordDiscard', 'session.recordPrint']);

/** Queued calls that took effect though their rows are another site's. */
function appliedIn(push: Record<string, unknown>, reply: { outcomes: { mid: number; status: string }[] }): string[] {
  const entries = push['entries'] as { mid: number; name: string }[];
  const ok = new Set(reply.outcomes.filter((each) => each.status === 'ok').map((each) => each.mid));
  return entries.filter((entry) => ok.has(entry.mid) && !namesNoRow.has(entry.name)).map((entry) => entry.name);
}
