import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { methodOf, pathOf } from '#contract/base/endpoint.ts';
import { mayEnter as opens } from '#contract/base/permissions.ts';
import { endpoint, endpointNames, type EndpointName } from '#contract/endpoints.ts';
import { isQueueable } from '#contract/queued-names.ts';
import { knownPermissions } from '#contract/users/permission-catalogue.ts';
import { cast } from '#server/demo/cast.ts';
import { openSession, siteAlone } from './kit/auth/sessions.ts';
import { signToken } from './kit/auth/tokens.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { fromTokenAlone, refusals, wellSigned, type Outsider } from '#server/testing/outsiders.ts';
import { partOf, partsFrom } from '#server/testing/seed.ts';
import { everybody, mayEnter } from '#server/testing/staff-permissions.ts';
import { onTheDashboard, whoMayCall } from '#server/testing/who-may-call.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const names = Object.keys(whoMayCall) as EndpointName[];
test('every endpoint has its line', () => {
  expect(names.toSorted()).toEqual(endpointNames.toSorted());
  const lines = Object.values(whoMayCall).flatMap((who) => (typeof who === 'string' ? [] : who));
  const known = knownPermissions.map(({ permission }) => permission);
  expect(lines.flatMap((line) => line.split(' + ')).filter((permission) => !known.includes(permission))).toEqual([]);
});

let calls = 0;

/** What the server says before it looks at the input, which has a field that no call knows: nothing is ever done. */
async function saidTo(
  name: EndpointName,
  headers: Record<string, string>,
  remoteAddress = '127.0.0.1',
): Promise<string> {
  calls += 1;
  const method = methodOf(endpoint(name));
  const path = pathOf(endpoint(name)).replace(/:\w+/g, crypto.randomUUID());
  const isGet = method === 'GET';
  const url = `/api${path}${isGet ? '?surprise=1' : ''}`;
  const reply = await api.app.inject({
    method,
    url,
    headers,
    remoteAddress,
    ...(!isGet && { payload: { surprise: 1 } }),
  });
  const { kind, fields } = reply.json<{ kind: string; fields?: Record<string, string> }>();
  return kind === 'invalid' && fields?.['surprise'] !== undefined ? 'entered' : kind;
}

const bearer = (token: string, site = 'demo') => ({ authorization: `Bearer ${token}`, 'x-site-key': site });

/** Calls of patients read no token of the staff. */
const refusalOf = (name: EndpointName) => (whoMayCall[name] === 'patient' ? 'signed-out' : 'no-permission');

/** A member of the staff who holds just these permissions. */
async function staffWith(can: readonly string[], site = 'demo') {
  const UserId = crypto.randomUUID();
  await api.db.owner(
    `insert into users (site, "UserId", "Email", "PasswordHash", "FirstName", "LastName", "TimeZone", "individualPermissions")
     values ($3, $1::uuid, $1::uuid::text || '@demo.test', '-', 'Some', 'One', 'America/New_York', $2)`,
    [UserId, can, site],
  );
  const session = await api.db.tx(siteAlone(site), (tx) => openSession(tx, { site, UserId, homeSite: site }));
  const claims = { sub: UserId as never, site, sid: session.SessionId, SuperUser: false };
  return { UserId, session, claims, token: await signToken(api.key, claims) };
}

/** As many as one push takes. */
const most = 50;

/** All of these calls out of one outbox, none of them with an input it takes; what became of each. */
async function pushAll(queued: readonly EndpointName[], token: string): Promise<{ kind: string }[]> {
  const entries = queued.map((name, at) => ({
    mid: at + 1,
    name,
    input: { surprise: 1 },
    base: {},
    schemaVersion: 1,
    madeAt: '2026-11-18T09:00:00.000Z',
    clockOffset: 0,
  }));
  const device = crypto.randomUUID();
  const outcomes: { kind: string }[] = [];
  for (let at = 0; at < entries.length; at += most) {
    const payload = { device, entries: entries.slice(at, at + most) };
    const reply = await api.app.inject({ method: 'POST', url: '/api/sync/push', headers: bearer(token), payload });
    outcomes.push(...reply.json<{ outcomes: { kind: string }[] }>().outcomes);
  }
  return outcomes;
}

/** Each asks a part of the calls for the whole way through the server, PRINCIPAL_PARTS 1 all of them. */
const parts = partsFrom('PRINCIPAL_PARTS', 3);
const [byHand, mounted] = [
  names.filter((name) => endpoint(name).byHand === true),
  names.filter((name) => endpoint(name).byHand !== true),
];
/** Those that are mounted by hand find out by themselves who calls: everybody asks them. */
const askedBy = everybody.map((_, turn) => [...byHand, ...partOf(mounted, parts, turn)]);

describe('staff who hold just one permission, or two that belong together', () => {
  test.each(everybody)('every call that is mounted asks for what its line says: %s', (...can) => {
    const staff = mounted.filter((name) => whoMayCall[name] !== 'patient');
    const opened = staff.filter((name) => opens({ can, SuperUser: false }, endpoint(name).access));
    expect(opened).toEqual(staff.filter((name) => mayEnter(can, name)));
  });

  test.each(everybody.map((can, turn) => [can.join(' + '), can, turn] as const))('%s', async (_name, can, turn) => {
    const { token } = await staffWith(can);
    const asked = askedBy[turn] ?? [];
    const said: Record<string, string> = {};
    for (const name of asked) said[name] = await saidTo(name, bearer(token));
    expect(said).toEqual(
      Object.fromEntries(asked.map((name) => [name, mayEnter(can, name) ? 'entered' : refusalOf(name)])),
    );
  });

  test('together they ask every call', () => {
    expect(new Set(askedBy.flat())).toEqual(new Set(names));
  });

  test('the same holds for what a device kept waiting', async () => {
    const queued = names.filter(isQueueable);
    for (const can of everybody) {
      const { token } = await staffWith(can);
      const outcomes = await pushAll(queued, token);
      expect([can, outcomes.map((outcome) => outcome.kind)]).toEqual([
        can,
        queued.map((name) => (mayEnter(can, name) ? 'invalid' : 'no-permission')),
      ]);
    }
  });
});

test('what is denied is in the audit log, sent by its own route or out of an outbox', async () => {
  const queued = names.filter(isQueueable);
  const denied = queued.filter((name) => !mayEnter(['read notes'], name)).toSorted();
  expect(denied.length).toBeGreaterThan(15);
  const told = async (UserId: string) => {
    const rows = await api.db.owner<{ pk: string }>(
      `select pk from audit_entry where action = 'refused' and entity = 'calls' and "UserId" = $1`,
      [UserId],
    );
    return rows.map(({ pk }) => pk).toSorted();
  };
  const one = await staffWith(['read notes']);
  const before = calls;
  for (const name of queued) await saidTo(name, bearer(one.token));
  // They are no part of the matrix.
  calls = before;
  expect(await told(one.UserId)).toEqual(denied);
  const other = await staffWith(['read notes']);
  await pushAll(queued, other.token);
  expect(await told(other.UserId)).toEqual(denied);
});

describe('where a site has switched emergency access on', () => {
  const site = 'demo2';
  const can = ['request emergency access', 'access billing', 'edit patients', 'write notes'];
  beforeAll(() =>
    api.db.owner(`update sites set settings = settings || '{"enable_emergency_access": true}' where site = $1`, [site]),
  );

  test('who may ask for it and has none enters the dashboard alone', async () => {
    const { token } = await staffWith(can, site);
    const isOpen = (name: EndpointName) => whoMayCall[name] === 'anyone' || onTheDashboard.includes(name);
    const said: Record<string, string> = {};
    for (const name of names) said[name] = await saidTo(name, bearer(token, site));
    expect(said).toEqual(Object.fromEntries(names.map((name) => [name, isOpen(name) ? 'entered' : refusalOf(name)])));
  });

  test('who has it just now enters what their permissions open, and no more', async () => {
    const { token, UserId } = await staffWith(can, site);
    await api.db.owner(
      `insert into emergency_grants (site, "EmergencyAccessId", "UserId", reason, "endsAt")
       values ($1, gen_random_uuid(), $2, 'Collapsed in the gym', now() + interval '1 hour')`,
      [site, UserId],
    );
    const said: Record<string, string> = {};
    for (const name of names) said[name] = await saidTo(name, bearer(token, site));
    expect(said).toEqual(
      Object.fromEntries(
        names.map((name) => [name, mayEnter([...can, 'has emergency access'], name) ? 'entered' : refusalOf(name)]),
      ),
    );
  });
});

test.each(['demo', 'demo2'] as const)('a superuser in %s enters everywhere', async (site) => {
  let { token } = await api.signedIn('super', 'demo');
  if (site !== 'demo') {
    const payload = { site };
    const moved = await api.app.inject({ method: 'POST', url: '/api/session/site', headers: bearer(token), payload });
    ({ token } = moved.json<{ token: string }>());
  }
  const expected = (name: EndpointName) => (whoMayCall[name] === 'patient' ? 'signed-out' : 'entered');
  for (const name of names) expect([name, await saidTo(name, bearer(token, site))]).toEqual([name, expected(name)]);
});

const outsiders: Record<Outsider, () => Promise<{ headers?: Record<string, string>; address?: string }>> = {
  'no one signed in': async () => ({}),
  'a patient': async () => portalToken('patient'),
  'a guarantor': async () => portalToken('guarantor'),
  'an unrecognised patient': async () => portalToken('unrecognised'),
  'a kiosk': async () => portalToken('kiosk'),
  'a patient with the session of the staff': async () => signed({ kind: 'patient' }),
  'an expired token': async () => signed({}, { until: Date.now() - 1_000 }),
  'a token of a foreign key': async () => {
    const { privateKey } = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
    return signed({}, { key: privateKey });
  },
  'a token without signature': async () => {
    const [, body = ''] = (await staffWith(['edit patients'])).token.split('.');
    return { headers: bearer(`${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`) };
  },
  'a token for another audience': async () => signed({}, { audience: 'mainstay-portal' }),
  'a token of a session that was never opened': async () => signed({ sid: crypto.randomUUID() }),
  'a signed-out session': async () => {
    const { token } = await staffWith(['edit patients']);
    await api.app.inject({ method: 'POST', url: '/api/session/logout', headers: bearer(token), payload: {} });
    return { headers: bearer(token) };
  },
  'a session whose refresh secret came twice': async () => {
    const { token, session } = await staffWith(['edit patients']);
    const refresh = (cookie: string) =>
      api.app.inject({
        method: 'POST',
        url: '/api/session/refresh',
        cookies: { mainstay_refresh: cookie },
        payload: {},
      });
    const next = (await refresh(session.cookie)).cookies[0]?.value ?? '';
    await api.db.owner(`update sessions set "rotatedAt" = now() - interval '1 hour' where "SessionId" = $1`, [
      session.SessionId,
    ]);
    await refresh(next);
    await refresh(session.cookie);
    const setup = () => api.app.inject({ method: 'GET', url: '/api/setup', headers: bearer(token) });
    await expect.poll(async () => (await setup()).statusCode).toBe(401);
    return { headers: bearer(token) };
  },
  'a disabled user': async () => {
    const { token, UserId } = await staffWith(['edit patients']);
    await api.db.owner(`update users set "Disabled" = true where "UserId" = $1`, [UserId]);
    return { headers: bearer(token) };
  },
  'a token of another site': async () => ({ headers: bearer((await api.signedIn('admin', 'demo2')).token) }),
  'a user without rights': async () => ({ headers: bearer((await staffWith([])).token) }),
  'a user at a blocked address': async () => {
    await api.db.owner(
      `update sites set settings = settings || '{"allowed_addresses": ["127.0.0.0/8", "::1"]}' where site = 'demo'`,
    );
    return { headers: bearer((await staffWith(['edit patients'])).token), address: '198.51.100.7' };
  },
};

/** A well-signed token that differs from a good one in what is given. */
async function signed(
  different: Record<string, unknown>,
  { until = Date.now() + 60_000, audience = 'mainstay-api', key = api.key.current.sign as KeyObject | CryptoKey } = {},
) {
  const { claims } = await staffWith(['edit patients']);
  const token = await new SignJWT({ ...claims, ...different })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setAudience(audience)
    .setExpirationTime(new Date(until))
    .sign(key);
  return { headers: bearer(token) };
}

const portalToken = (kind: string) =>
  signed({ kind, sub: cast.patients.rosa, sid: crypto.randomUUID(), can: ['%'], SuperUser: true });

test.each(Object.entries(outsiders))('%s is let in nowhere', async (name, arrange) => {
  const who = name as Outsider;
  const { headers = {}, address } = await arrange();
  const expected = (call: EndpointName) => {
    if (whoMayCall[call] === 'anyone') return 'entered';
    if (whoMayCall[call] === 'patient') return 'signed-out';
    return fromTokenAlone.includes(call) && wellSigned.includes(who) ? 'entered' : refusals[who];
  };
  for (const call of names) expect([call, await saidTo(call, headers, address)]).toEqual([call, expected(call)]);
});

test('the matrix is whole', () => {
  const others = 2 + 2 + Object.keys(refusals).length;
  process.stdout.write(`principals: ${everybody.length} + ${others}, ${names.length} endpoints, ${calls} calls\n`);
  expect(calls).toBe(askedBy.flat().length + others * names.length);
});
