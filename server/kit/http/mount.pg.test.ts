import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importJWK, SignJWT } from 'jose';
import { methodOf, pathOf } from '#contract/base/endpoint.ts';
import { Failure } from '#contract/base/errors.ts';
import { endpoint, endpointNames, type EndpointName } from '#contract/endpoints.ts';
import { cast, cast2 } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const someId = '0192f000-0000-7000-8000-000000000000';
const urlOf = (name: EndpointName) => `/api${pathOf(endpoint(name)).replace(/:\w+/g, someId)}`;
const isPublic = (name: EndpointName) => endpoint(name).access === 'public';

function newPatient(LastName: string) {
  return {
    patient: {
      PatientId: crypto.randomUUID(),
      FirstName: 'Ida',
      MiddleName: null,
      LastName,
      PreferredName: null,
      Pronouns: null,
      DateOfBirth: '1980-02-29',
      Sex: 'F',
      Phone: null,
      Email: null,
      Address1: null,
      City: null,
      StateOrProvince: null,
      PostalCode: null,
      alerts: [],
      FacilityId: null,
    },
    insurances: [],
  };
}
async function patientsNamed(LastName: string): Promise<number> {
  return (await api.db.owner(`select from patients where "LastName" = $1`, [LastName])).length;
}

describe('every endpoint of the table', () => {
  test.each(endpointNames.filter((name) => !isPublic(name)))('%s refuses a call without sign-in', async (name) => {
    const reply = await api.inject(methodOf(endpoint(name)), urlOf(name), {
      body: methodOf(endpoint(name)) === 'GET' ? undefined : {},
    });
    expect(reply.statusCode).toBe(401);
    expect(Failure.parse(reply.json()).kind).toBe('signed-out');
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  test.each(endpointNames.filter((name) => !isPublic(name)))(
    "%s refuses another site than the token's",
    async (name) => {
      const reply = await api.inject(methodOf(endpoint(name)), urlOf(name), {
        as: 'admin',
        headers: { 'x-site-key': 'demo2' },
      });
      expect([reply.statusCode, reply.json().message]).toEqual([403, 'Select site']);
    },
  );

  test.each(endpointNames.filter((name) => !isPublic(name)))('%s refuses an unknown field', async (name) => {
    const method = methodOf(endpoint(name));
    const url = method === 'GET' ? `${urlOf(name)}?surprise=1` : urlOf(name);
    const reply = await api.inject(method, url, { as: 'super', ...(method !== 'GET' && { body: { surprise: 1 } }) });
    expect(reply.statusCode).toBe(422);
    expect(reply.json().fields).toHaveProperty('surprise');
  });

  test.each(endpointNames.filter((name) => methodOf(endpoint(name)) !== 'GET'))(
    '%s refuses an oversize body',
    async (name) => {
      const limit = endpoint(name).bodyLimit ?? 256 * 1024;
      const reply = await api.inject(methodOf(endpoint(name)), urlOf(name), {
        as: 'super',
        body: { surprise: 'x'.repeat(limit + 1) },
      });
      expect([reply.statusCode, reply.json().kind]).toEqual([413, 'invalid']);
    },
  );

  test('is described in openapi.json', async () => {
    const document = (await api.app.inject('/api/openapi.json')).json();
    const described = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((path) =>
      Object.values(path).map((operation) => operation.operationId),
    );
    expect(described.toSorted()).toEqual(endpointNames.toSorted());
    expect(JSON.stringify(document)).not.toContain('$defs');
    expect((await api.app.inject('/api/docs/')).statusCode).toBe(200);
  });
});

describe('tokens', () => {
  const setup = (token: string) =>
    api.app.inject({
      method: 'GET',
      url: '/api/setup',
      headers: { authorization: `Bearer ${token}`, 'x-site-key': 'demo' },
    });
  const claims = async () => {
    const { SessionId, UserId } = await api.signedIn('pt');
    return { sub: UserId, site: 'demo', sid: SessionId, SuperUser: false, aud: 'mainstay-api' };
  };

  test('an expired one is signed out', async () => {
    const old = new SignJWT(await claims())
      .setProtectedHeader({ alg: 'EdDSA' })
      .setExpirationTime(Math.floor(Date.now() / 1000) - 1);
    expect((await setup(await old.sign(api.key.current.sign))).statusCode).toBe(401);
    const brief = await new SignJWT(await claims())
      .setProtectedHeader({ alg: 'EdDSA' })
      .setExpirationTime(Math.floor(Date.now() / 1000) + 2)
      .sign(api.key.current.sign);
    expect((await setup(brief)).statusCode).toBe(200);
    await expect.poll(async () => (await setup(brief)).statusCode).toBe(401);
    const good = new SignJWT(await claims()).setProtectedHeader({ alg: 'EdDSA' }).setExpirationTime('1 minute');
    expect((await setup(await good.sign(api.key.current.sign))).statusCode).toBe(200);
  });

  test('one of a foreign key, without expiry or without signature is signed out', async () => {
    const { privateKey } = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
    const foreign = new SignJWT(await claims()).setProtectedHeader({ alg: 'EdDSA' }).setExpirationTime('1 minute');
    expect(
      (
        await setup(
          await foreign.sign(await importJWK((await crypto.subtle.exportKey('jwk', privateKey)) as never, 'EdDSA')),
        )
      ).statusCode,
    ).toBe(401);
    const endless = new SignJWT(await claims()).setProtectedHeader({ alg: 'EdDSA' });
    expect((await setup(await endless.sign(api.key.current.sign))).statusCode).toBe(401);
    const { token } = await api.signedIn('pt');
    const [, body = ''] = token.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    expect((await setup(`${none}.${body}.`)).statusCode).toBe(401);
  });

  test('one that names another site than its session is signed out', async () => {
    const moved = new SignJWT({ ...(await claims()), site: 'demo2' })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setExpirationTime('1 minute');
    const headers = { authorization: `Bearer ${await moved.sign(api.key.current.sign)}`, 'x-site-key': 'demo2' };
    expect((await api.app.inject({ method: 'GET', url: '/api/setup', headers })).statusCode).toBe(401);
  });

  test('a blocked address is told so', async () => {
    await api.db.owner(
      `update sites set settings = settings || '{"allowed_addresses": ["192.0.2.0/24"]}' where site = 'demo2'`,
    );
    const { token } = await api.signedIn('front', 'demo2');
    const headers = { authorization: `Bearer ${token}`, 'x-site-key': 'demo2' };
    const blocked = await api.app.inject({ method: 'GET', url: '/api/setup', headers });
    expect([blocked.statusCode, blocked.json().message]).toEqual([403, 'IP blocked']);
    const inside = await api.app.inject({ method: 'GET', url: '/api/setup', headers, remoteAddress: '192.0.2.7' });
    await api.db.owner(`update sites set settings = settings - 'allowed_addresses' where site = 'demo2'`);
    expect(inside.statusCode).toBe(200);
  });
});

describe('input', () => {
  test("another site's ids are not found", async () => {
    for (const url of [
      `/api/patients/${cast2.patients.ada}`,
      `/api/visits/${cast2.visits.today.scheduled}`,
      `/api/sync/chart/${cast2.patients.ada}`,
    ]) {
      expect((await api.inject('GET', url, { as: 'admin' })).statusCode).toBe(404);
    }
  });

  test.each(['{', '"text"', '[1]', 'null', '{"__proto__": {"a": 1}}', '{"constructor": {"prototype": {"a": 1}}}'])(
    'body %s is refused',
    async (payload) => {
      const { token } = await api.signedIn('front');
      const headers = { authorization: `Bearer ${token}`, 'x-site-key': 'demo', 'content-type': 'application/json' };
      const reply = await api.app.inject({ method: 'POST', url: '/api/patients', headers, payload });
      expect([reply.statusCode, reply.json().kind]).toEqual([422, 'invalid']);
    },
  );

  test('another content type is refused', async () => {
    const reply = await api.inject('POST', '/api/patients', {
      as: 'front',
      headers: { 'content-type': 'text/xml' },
      body: '<a/>' as never,
    });
    expect([reply.statusCode, reply.json().kind]).toEqual([415, 'invalid']);
  });

  test('a body cannot replace the id in the path', async () => {
    const body = { id: cast.patients.walter, changes: { Phone: '5550001111' } };
    const reply = await api.inject('PUT', `/api/patients/${cast.patients.rosa}`, { as: 'front', body });
    expect([reply.statusCode, reply.json().kind]).toEqual([422, 'invalid']);
  });

  test('one sentence per field, and nothing is changed', async () => {
    const input = newPatient('Sentence');
    const body = { ...input, patient: { ...input.patient, DateOfBirth: '1980-02-31', Sex: 'X', Extra: 1 } };
    const reply = await api.inject('POST', '/api/patients', { as: 'front', body });
    expect(reply.statusCode).toBe(422);
    expect(Object.keys(reply.json().fields).toSorted()).toEqual([
      'patient.DateOfBirth',
      'patient.Extra',
      'patient.Sex',
    ]);
    expect(await patientsNamed('Sentence')).toBe(0);
  });

  test('a missing permission is refused', async () => {
    const reply = await api.inject('POST', '/api/patients', { as: 'pta', body: newPatient('Forbidden') });
    expect([reply.statusCode, reply.json().message]).toEqual([
      403,
      'You do not have permission to access the requested area',
    ]);
  });

  test('an unknown path is a Failure, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const reply = await api.inject(method, '/api/no/such/thing');
      expect([reply.statusCode, Failure.parse(reply.json()).kind]).toEqual([404, 'not-found']);
      expect(reply.headers['cache-control']).toBe('no-store');
    }
    expect((await api.app.inject('/api/patients/%zz')).json().kind).toBe('invalid');
  });
});

describe('Idempotency-Key', () => {
  const create = (key: string, body: object) =>
    api.inject('POST', '/api/patients', { as: 'front', headers: { 'idempotency-key': key }, body });

  test('twins at the same moment create once and get the same reply', async () => {
    const input = newPatient('Twinned');
    const replies = await Promise.all(Array.from({ length: 6 }, () => create('twins', input)));
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200, 200, 200, 200]);
    for (const reply of replies) expect(reply.json()).toEqual(replies[0]?.json());
    expect(await patientsNamed('Twinned')).toBe(1);
  });

  test('another input under the same key is a conflict', async () => {
    expect((await create('reused', newPatient('First'))).statusCode).toBe(200);
    expect((await create('reused', newPatient('Second'))).statusCode).toBe(409);
    expect(await patientsNamed('Second')).toBe(0);
  });

  test('a failed attempt is not remembered', async () => {
    const input = newPatient('Later');
    const bad = { ...input, patient: { ...input.patient, Sex: 'X' } };
    expect((await create('failed', bad)).statusCode).toBe(422);
    expect((await create('failed', input)).statusCode).toBe(200);
  });

  test('a body that nests too deep is refused with a sentence, and its key stays free', async () => {
    const { patient } = newPatient('Deep');
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'deep' };
    for (const input of [
      { patient, insurances: '?' },
      { ...newPatient('Deep'), other: '?' },
    ]) {
      const body = JSON.stringify(input).replace('"?"', deep);
      const reply = await api.inject('POST', '/api/patients', { as: 'front', headers, body });
      expect([reply.statusCode, Failure.parse(reply.json()).message]).toEqual([
        422,
        'The request body nests too deep. Nothing was changed.',
      ]);
    }
    expect(await patientsNamed('Deep')).toBe(0);
    expect((await create('deep', newPatient('Deep'))).statusCode).toBe(200);
  });

  test('keys of different users do not meet', async () => {
    const input = newPatient('Shared');
    expect((await create('shared', input)).statusCode).toBe(200);
    const other = await api.inject('POST', '/api/patients', {
      as: 'biller',
      headers: { 'idempotency-key': 'shared' },
      body: newPatient('Shared'),
    });
    expect(other.statusCode).toBe(200);
    expect(await patientsNamed('Shared')).toBe(2);
  });
});

describe('replies', () => {
  test('the Swagger page needs no inline script', async () => {
    const page = (await api.app.inject('/api/docs/')).body;
    expect(page.match(/<script(?![^>]*\ssrc=)[^>]*>/g)).toBeNull();
  });

  test('health says whether process and database answer', async () => {
    expect((await api.app.inject('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await api.app.inject('/readyz')).json()).toEqual({ status: 'ready' });
  });

  test('an unexpected fault tells a number and nothing else', async () => {
    const quiet = await testApi(api.db, { LOG_LEVEL: 'silent' });
    await api.db.owner(`alter table facilities rename to facilities_away`);
    try {
      const reply = await quiet.inject('POST', '/api/sync/hydrate', {
        as: 'pt',
        body: { priority: 'P0', after: null },
      });
      expect(reply.statusCode).toBe(500);
      expect(reply.json().requestId).toMatch(/^[0-9a-f-]{36}$/);
      expect(reply.body).not.toMatch(/facilities|relation|select/);
    } finally {
      await api.db.owner(`alter table facilities_away rename to facilities`);
      await quiet.close();
    }
  });
});

test('too many requests get 429 with Retry-After; a busy token does not slow the others', async () => {
  const strict = await testApi(api.db, { REQUESTS_PER_MINUTE: '5' });
  try {
    const replies = [];
    for (let turn = 0; turn < 6; turn += 1)
      replies.push(await strict.inject('GET', '/api/session/sites', { as: 'super' }));
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(replies[5]?.json()).toMatchObject({
      kind: 'too-many',
      message: 'You are sending too many requests too quickly. Please wait a few seconds.',
    });
    expect(Number(replies[5]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await strict.inject('GET', '/api/patients', { as: 'pt' })).statusCode).toBe(200);
  } finally {
    await strict.close();
  }
});

test('over https the cookie is bound to the host, and a session goes on with it', async () => {
  const safe = await testApi(api.db, { PUBLIC_URL: 'https://clinic.example' });
  try {
    const reply = await safe.app.inject({
      method: 'POST',
      url: '/api/session/login',
      payload: { email: 'pt@demo.test', password: cast.password },
    });
    const [cookie] = reply.cookies;
    const rules = { name: '__Host-mainstay_refresh', secure: true, httpOnly: true, sameSite: 'Strict', path: '/' };
    expect(cookie).toMatchObject(rules);
    expect(cookie).not.toHaveProperty('domain');
    const go = (name: string) =>
      safe.app.inject({
        method: 'POST',
        url: '/api/session/refresh',
        payload: {},
        cookies: { [name]: cookie?.value ?? '' },
      });
    expect((await go('mainstay_refresh')).statusCode).toBe(401);
    expect((await go('__Host-mainstay_refresh')).statusCode).toBe(200);
  } finally {
    await safe.close();
  }
});

test('a chart is shown, and who saw it noted, in one transaction', async () => {
  let count = 0;
  const tx: typeof api.db.tx = (...call) => {
    count += 1;
    return api.db.tx(...call);
  };
  const counted = await testApi({ ...api.db, tx }, {}, { hasRounds: false });
  try {
    // Who calls is looked up first and remembered.
    await counted.call('patients.get', { id: cast.patients.rosa }, { as: 'pt' });
    count = 0;
    await counted.call('patients.get', { id: cast.patients.walter }, { as: 'pt' });
    await counted.call('sync.chart', { id: cast.patients.walter }, { as: 'pt' });
    expect(count).toBe(2);
  } finally {
    await counted.close();
  }
});
