import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { verifyPatientToken } from '#server/kit/auth/patient-tokens.ts';
import { newSigningKey, readSigningKey, verifyToken } from '#server/kit/auth/tokens.ts';
import { fixedRing } from '#server/kit/keys/key-ring.ts';
import { makeLink } from '#server/kit/messages/links.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { patientDevice } from '#server/testing/patient-device.ts';
import { refreshSession, type PatientCaller, patientCaller } from './sessions.ts';
import { sendCodes } from './start.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi(undefined, {}, { hasRounds: false });
  await api.db.owner('delete from outbound_messages');
});
afterAll(() => api.close());

const site = 'demo';
const rosa = cast.patients.rosa;
const contact = 'rosa@patients.example';
const phone = '5035550142';
let DateOfBirth = '';
let address = 0;

beforeEach(async () => {
  await api.db.owner(`update patients set "Email" = $2, "Phone" = $3 where site = 'demo' and "PatientId" = $1`, [
    rosa,
    contact,
    phone,
  ]);
  const [row] = await api.db.owner<{ day: string }>(
    `select "DateOfBirth"::text as day from patients where site = 'demo' and "PatientId" = $1`,
    [rosa],
  );
  DateOfBirth = row?.day ?? '';
});
afterEach(async () => {
  await settled();
  await api.db.owner(
    'delete from patient_logins; delete from patient_sessions; delete from patient_links; delete from outbound_messages; delete from patient_guarantors',
  );
});

const device = patientDevice();
const unused = { isOwnDevice: false, deviceKey: device.deviceKey };
type Cookies = Record<string, string>;
type Reply = { status: number; body: Record<string, never> & { message?: string }; cookies: Cookies };

/** As a browser of its own address, with what it kept. */
async function post(path: string, payload: object, cookies: Cookies = {}): Promise<Reply> {
  const remoteAddress = `10.${Math.floor(address / 60_000)}.${Math.floor(address / 250) % 240}.${(address % 250) + 1}`;
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const reply = await api.app.inject({
    method: 'POST',
    url: `/api${path}`,
    payload,
    remoteAddress,
    headers: { cookie },
  });
  const set = Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]));
  return { status: reply.statusCode, body: reply.json(), cookies: { ...cookies, ...set } };
}

type Asked = { contact: string; DateOfBirth: string; aupl: boolean; agl: boolean };
const start = (asked: Partial<Asked> = {}) => {
  address += 1;
  return post('/patientLogin/start', {
    w: site,
    contact,
    DateOfBirth,
    aupl: false,
    agl: false,
    language: 'en',
    ...asked,
  });
};
/** The server looks into attempts once it has answered. */
const settled = async () => {
  await sendCodes(api.db, { site, keys: api.key, now: () => new Date() });
  await expect.poll(() => api.db.owner(`select from patient_logins where state = 'new'`)).toEqual([]);
};
const looked = async () => {
  await settled();
  return api.db.owner<{ recipient: string; body: string; channel: string; kind: string }>(
    `select recipient, body, channel, kind from outbound_messages where site = 'demo' order by "createdAt"`,
  );
};
const newestCode = async () => /\b\d{6}\b/.exec((await looked()).at(-1)?.body ?? '')?.[0] ?? '';
const verify = ({ body, cookies }: Reply, code: string, more: object = {}) =>
  post('/patientLogin/verify', { attemptId: body['attemptId'], code, ...unused, ...more }, cookies);
const loggedIn = async (asked: Partial<Asked> = {}, more: object = {}) => {
  const started = await start(asked);
  return verify(started, await newestCode(), more);
};
const codeSentence = 'This code is not right or no longer works. Check the code, or ask for a new one.';
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');

describe('codes', () => {
  test('a code goes to the contact of the chart, once contact and birth date both fit, and opens a session', async () => {
    const started = await start();
    expect(started.status).toBe(200);
    const [message, ...others] = await looked();
    expect(others).toEqual([]);
    expect(message).toMatchObject({ recipient: contact, channel: 'email', kind: 'code' });
    const { status, body } = await verify(started, await newestCode());
    expect(status).toBe(200);
    expect(body['session']).toMatchObject({ kind: 'patient', level: 'L2', scope: 'all', turn: 0, names: ['Rosa'] });
    const kept = await api.db.owner<{ contact: string | null; DateOfBirth: string | null }>(
      `select contact, "DateOfBirth" from patient_logins`,
    );
    expect(kept).toEqual([{ contact: null, DateOfBirth: null }]);
    const entries = await api.db.owner(
      `select detail from audit_entry where site = 'demo' and action = 'patient login' and "PatientId" = $1`,
      [rosa],
    );
    expect(entries.at(-1)).toEqual({ detail: { principal: 'patient', level: 'L2' } });
  });

  test('a number gets a text; without the country, with it, and never abroad', async () => {
    await start({ contact: '+1 (503) 555-0142' });
    expect((await looked()).map(({ recipient, channel }) => [recipient, channel])).toEqual([['+15035550142', 'text']]);
    expect((await start({ contact: '+44 20 7946 0958' })).status).toBe(422);
    expect(await looked()).toHaveLength(1);
  });

  test.each([
    ['another birth date', { DateOfBirth: '1901-01-01' }],
    ['another contact', { contact: 'somebody@example.com' }],
  ])('with %s nothing is sent, and every answer is the same as with the right ones', async (_, asked) => {
    const right = await start();
    const wrong = await start(asked);
    expect([wrong.status, Object.keys(wrong.body), Object.keys(wrong.cookies)]).toEqual([
      right.status,
      Object.keys(right.body),
      Object.keys(right.cookies),
    ]);
    expect((await looked()).map(({ recipient }) => recipient)).toEqual([contact]);
    const code = wrongOf(await newestCode());
    const [known, unknown] = [await verify(right, code), await verify(wrong, code)];
    expect([known.status, known.body.message]).toEqual([403, codeSentence]);
    expect([unknown.status, unknown.body.message]).toEqual([known.status, known.body.message]);
  });

  test('a code counts once, for 10 minutes, for five tries, in the browser that asked, and only the newest', async () => {
    const used = await start();
    const code = await newestCode();
    expect((await verify(used, code)).status).toBe(200);
    expect((await verify(used, code)).status).toBe(403);

    const older = await start();
    const former = await newestCode();
    const newer = await start();
    const newest = await newestCode();
    expect((await verify(older, former)).status).toBe(403);
    expect((await verify({ ...newer, cookies: older.cookies }, newest)).status).toBe(403);
    for (let tries = 0; tries < 5; tries += 1)
      expect((await verify(newer, wrongOf(newest))).body.message).toBe(codeSentence);
    expect((await verify(newer, newest)).status).toBe(403);

    await api.db.owner('delete from patient_logins');
    const late = await start();
    const lateCode = await newestCode();
    await api.db.owner(`update patient_logins set "expiresAt" = clock_timestamp() - interval '1 second'`);
    expect((await verify(late, lateCode)).status).toBe(403);
  });

  test('three codes in a quarter of an hour; asking more often sends nothing and says nothing', async () => {
    for (let count = 0; count < 5; count += 1) expect((await start()).status).toBe(200);
    expect(await looked()).toHaveLength(3);
  });

  test('after 20 wrong codes in a day code login pauses, a link goes on, and the person hears why', async () => {
    for (let round = 0; round < 4; round += 1) {
      await api.db.owner(`update patient_logins set "sentAt" = "sentAt" - interval '20 minutes'`);
      const started = await start();
      const code = await newestCode();
      for (let tries = 0; tries < 5; tries += 1) await verify(started, wrongOf(code));
    }
    expect((await looked()).map(({ kind }) => kind)).toEqual(['code', 'code', 'code', 'code', 'codesPaused']);
    await api.db.owner(`update patient_logins set "sentAt" = "sentAt" - interval '20 minutes'`);
    await start();
    expect(await looked()).toHaveLength(5);
    expect((await openLink('visits')).status).toBe(200);
  });

  test('1,000 starts with random numbers send nothing beyond the ceilings', async () => {
    const rejected: number[] = [];
    for (let count = 0; count < 1_000; count += 1) {
      const { status } = await start({ contact: `503${String(2_000_000 + count * 37)}`, aupl: count % 2 === 0 });
      if (status !== 200) rejected.push(status);
    }
    expect(rejected).toEqual([]);
    // Of those that allow unrecognized people as many as a site may send in a day, of the others none.
    expect(await looked()).toHaveLength(100);
    await start();
    expect((await looked()).at(-1)?.recipient).toBe(contact);
  }, 240_000);

  test('one address starts 20 times in a quarter of an hour', async () => {
    const strict = await testApi(api.db, { SIGN_INS_PER_QUARTER_HOUR: '30' }, { hasRounds: false });
    try {
      const payload = { w: site, contact: 'a@example.com', DateOfBirth, aupl: false, agl: false, language: 'en' };
      const statuses = [];
      for (let count = 0; count < 21; count += 1)
        statuses.push((await strict.inject('POST', '/api/patientLogin/start', { body: payload })).statusCode);
      expect(statuses.filter((status) => status === 200)).toHaveLength(20);
      expect(statuses.at(-1)).toBe(429);
      await settled();
    } finally {
      await strict.close();
    }
  });

  test('unrecognized people get in only where the page allows it, and see nobody', async () => {
    const stranger = { contact: 'new@example.com', DateOfBirth: '1990-02-03' };
    await start(stranger);
    expect(await looked()).toEqual([]);
    const { body } = await loggedIn({ ...stranger, aupl: true });
    expect(body['session']).toMatchObject({ kind: 'unrecognized', level: 'L2', names: [] });
    const seen = await asCaller(body['session'] as unknown as { token: string }, async (caller, tx) => [
      caller.patients,
      await tx.rows('select from patients'),
    ]);
    expect(seen).toEqual([[], []]);
  });

  test('nobody who has died gets in, and a code on its way to a former address no longer works', async () => {
    const started = await start();
    const code = await newestCode();
    await api.db.owner(
      `update patients set "Email" = 'new@patients.example' where site = 'demo' and "PatientId" = $1`,
      [rosa],
    );
    expect((await verify(started, code)).status).toBe(403);
    await api.db.owner(`update patients set "DeathDate" = '2026-01-01' where site = 'demo' and "PatientId" = $1`, [
      rosa,
    ]);
    await start({ contact: 'new@patients.example' });
    expect(await looked()).toHaveLength(1);
    await api.db.owner(`update patients set "DeathDate" = null where site = 'demo' and "PatientId" = $1`, [rosa]);
  });
});

/** What a token's bearer sees, in a transaction as the pages' calls have it. */
async function asCaller<R>(
  { token }: { token: string },
  look: (caller: PatientCaller, tx: Parameters<typeof patientCaller>[0]) => Promise<R>,
): Promise<R> {
  const claims = await verifyPatientToken(api.key, token, new Date());
  if (!claims) throw new Error('The token was not read.');
  return api.db.tx(messagesOf(claims.site), async (tx) => look(await patientCaller(tx, claims, new Date()), tx));
}
const sessionOf = ({ body }: Reply) => body['session'] as unknown as { token: string; SessionId: string; turn: number };

describe('sessions', () => {
  const refresh = (from: Reply, turn: number, by = device) =>
    post('/patientLogin/refresh', { turn, signature: by.sign(sessionOf(from).SessionId, turn) }, from.cookies);

  test('the staff’s server takes no patient’s token, and the patients’ none of the staff', async () => {
    const { token } = sessionOf(await loggedIn());
    expect(await verifyToken(api.key, token)).toBeUndefined();
    const staff = await api.signedIn('pt');
    expect(await verifyPatientToken(api.key, staff.token, new Date())).toBeUndefined();
    const setup = await api.app.inject({
      url: '/api/setup',
      headers: { authorization: `Bearer ${token}`, 'x-site-key': site },
    });
    expect(setup.statusCode).toBe(401);
    const later = new Date(Date.now() + 16 * 60_000);
    expect(await verifyPatientToken(api.key, token, later)).toBeUndefined();
  });

  test('each refresh turns the cookie; a lost reply is given again to the device that signs', async () => {
    const first = await loggedIn();
    const second = await refresh(first, 0);
    expect([second.status, second.body['turn']]).toEqual([200, 1]);
    expect(second.cookies).not.toEqual(first.cookies);
    const again = await refresh(first, 0);
    expect([again.status, again.body['turn'], again.cookies]).toEqual([200, 1, second.cookies]);
    expect(
      (
        await post(
          '/patientLogin/refresh',
          { turn: 1, signature: device.sign(sessionOf(first).SessionId, 1) },
          second.cookies,
        )
      ).status,
    ).toBe(200);
  });

  test('a page that was closed as its reply came goes on: its browser has the cookie, but no page noted the turn', async () => {
    const first = await loggedIn({}, { isOwnDevice: true });
    const second = await refresh(first, 0);
    const held = (by: Reply) => ({ ...first, cookies: by.cookies });
    const again = await refresh(held(second), 0);
    expect([again.status, again.body['turn'], again.cookies]).toEqual([200, 1, second.cookies]);
    const third = await refresh(held(again), 1);
    expect([third.status, third.body['turn']]).toEqual([200, 2]);
    // Two turns back, no page has stopped: the cookie is a copy.
    expect((await refresh(held(third), 0)).status).toBe(401);
    expect((await refresh(held(third), 2)).status).toBe(401);
  });

  test('a lost reply is given again after keys were rotated, and the next turn follows from the new key', async () => {
    const first = await loggedIn();
    const { SessionId } = sessionOf(first);
    const second = await refresh(first, 0);
    const anew = fixedRing(readSigningKey(newSigningKey()), ...api.key.all);
    const by = async ({ cookies }: Reply, turn: number) => {
      const [, , secret = ''] = (cookies['mainstay_patient'] ?? '').split('.');
      const given = { named: { site, SessionId, secret }, turn, signature: device.sign(SessionId, turn) };
      const outcome = await api.db.tx(messagesOf(site), (tx) =>
        refreshSession(tx, anew, { ...given, now: new Date() }),
      );
      return outcome === 'expired' ? outcome : outcome.cookie;
    };
    expect(await by(first, 0)).toBe(second.cookies['mainstay_patient']);
    const third = await by(second, 1);
    expect(third).not.toBe('expired');
    expect(await by(second, 1)).toBe(third);
  });

  test('a copied cookie without the key ends the session of both', async () => {
    const first = await loggedIn();
    const stolen = await refresh(first, 0, patientDevice());
    expect([stolen.status, stolen.body.message]).toEqual([401, 'Your login has expired. Go back to login.']);
    expect((await refresh(first, 0)).status).toBe(401);
    await expect(asCaller(sessionOf(first), async (caller) => caller)).rejects.toMatchObject({
      kind: 'signed-out',
      message: 'Your login has expired. Go back to login.',
    });
  });

  test('a session ends after 30 idle minutes and 12 hours; on an own device visits stay open, the rest does not', async () => {
    const at = async (from: Reply, minutes: number) => {
      const [, , secret = ''] = (from.cookies['mainstay_patient'] ?? '').split('.');
      const { SessionId } = sessionOf(from);
      const now = new Date(Date.now() + minutes * 60_000);
      const given = { named: { site, SessionId, secret }, turn: 0, signature: device.sign(SessionId, 0), now };
      const outcome = await api.db.tx(messagesOf(site), (tx) => refreshSession(tx, api.key, given));
      return outcome === 'expired' ? outcome : outcome.session.scope;
    };
    const fresh = async (isOwnDevice: boolean) => {
      await api.db.owner('delete from patient_logins');
      return loggedIn({}, { isOwnDevice });
    };
    expect(await at(await fresh(false), 29)).toBe('all');
    expect(await at(await fresh(false), 31)).toBe('expired');
    expect(await at(await fresh(true), 29)).toBe('all');
    expect(await at(await fresh(true), 31)).toBe('kept');
    expect(await at(await fresh(true), 89 * 24 * 60)).toBe('kept');
    expect(await at(await fresh(true), 91 * 24 * 60)).toBe('expired');
  });

  test('logging out ends the session at once, and asks the browser to delete nothing of the staff’s', async () => {
    const first = await loggedIn();
    const reply = await api.app.inject({
      method: 'POST',
      url: '/api/patientLogout',
      payload: {},
      headers: { cookie: `mainstay_patient=${first.cookies['mainstay_patient']}` },
    });
    expect([reply.json(), reply.headers['clear-site-data']]).toEqual([{ ended: true }, undefined]);
    expect((await refresh(first, 0)).status).toBe(401);
  });

  test('a key that is no point of its curve is refused, and the code stays good', async () => {
    const started = await start();
    const code = await newestCode();
    const bad = { deviceKey: { ...device.deviceKey, x: 'A'.repeat(43) } };
    expect((await verify(started, code, bad)).status).toBe(422);
    expect((await verify(started, code)).status).toBe(200);
  });
});

const linkTo = (purpose: 'visits' | 'visit' | 'preferences' | 'book', minutes = 60) =>
  api.db.tx(messagesOf(site), async (tx) => {
    const path = await makeLink(tx, site, {
      PatientId: rosa,
      purpose,
      expiresAt: new Date(Date.now() + minutes * 60_000),
    });
    return path.slice('/s/'.length);
  });
const openLink = async (
  purpose: 'visits' | 'visit' | 'book',
  given: Partial<{ DateOfBirth: string; token: string; minutes: number }> = {},
) => {
  address += 1;
  const token = given.token ?? (await linkTo(purpose, given.minutes));
  return post('/patientLogin/link', { token, DateOfBirth: given.DateOfBirth ?? DateOfBirth, ...unused });
};

describe('links', () => {
  const dead = 'This link no longer works. Call the clinic about your visit.';

  test('a link with the birth date opens what it is for, no longer than the link lasts', async () => {
    const opened = await openLink('visits', { minutes: 10 });
    expect(opened.body['session']).toMatchObject({ kind: 'patient', level: 'L1', scope: 'visits', names: ['Rosa'] });
    const [row] = await api.db.owner<{ isShort: boolean }>(
      `select "expiresAt" < clock_timestamp() + interval '11 minutes' as "isShort" from patient_sessions`,
    );
    expect(row?.isShort).toBe(true);
  });

  test('five wrong birth dates end the link, the sixth time with the right one too', async () => {
    const token = await linkTo('visits');
    const wrong = { token, DateOfBirth: '1901-01-01' };
    for (let tries = 1; tries < 5; tries += 1)
      expect((await openLink('visits', wrong)).body.message).toBe(
        'This birth date does not match. Check it and try again.',
      );
    expect((await openLink('visits', wrong)).body.message).toBe(dead);
    expect((await openLink('visits', { token })).body.message).toBe(dead);
  });

  test.each([
    ['late', async () => openLink('visits', { minutes: -1 })],
    ['never made', async () => openLink('visits', { token: `demo.${'A'.repeat(22)}` })],
    ['of another site', async () => openLink('visits', { token: (await linkTo('visits')).replace('demo.', 'demo2.') })],
    ['for one visit', async () => openLink('visit')],
    ['that needs a code', async () => openLink('book')],
    ['no link', async () => openLink('visits', { token: 'x' })],
  ])('a link that is %s says the one sentence', async (_, open) => {
    const { status, body } = await open();
    expect([status, body.message]).toEqual([404, dead]);
  });

  test('a link ends with the contact it went to, with a death, and with a word of the staff', async () => {
    const changes: [string, () => Promise<unknown>][] = [
      [
        'contact',
        () =>
          api.db.owner(`update patients set "Phone" = '5035550199' where site = 'demo' and "PatientId" = $1`, [rosa]),
      ],
      [
        'death',
        () =>
          api.db.owner(`update patients set "DeathDate" = '2026-01-01' where site = 'demo' and "PatientId" = $1`, [
            rosa,
          ]),
      ],
      ['staff', () => api.call('patientLogin.endLinks', { id: rosa as never }, { as: 'front' })],
    ];
    for (const [name, change] of changes) {
      const token = await linkTo('visits');
      const opened = await openLink('visits', { token });
      await change();
      await api.db.owner(`update patients set "DeathDate" = null where site = 'demo' and "PatientId" = $1`, [rosa]);
      expect([name, (await openLink('visits', { token })).body.message]).toEqual([name, dead]);
      await expect(asCaller(sessionOf(opened), async (caller) => caller)).rejects.toMatchObject({ kind: 'signed-out' });
    }
  });

  test('a page that only looks at a link that needs a birth date learns whose clinic it is and nothing of the patient', async () => {
    const page = await api.call('messages.readLink', { token: await linkTo('visits') });
    expect(page).toMatchObject({
      purpose: 'visits',
      clinic: 'Harborview Therapy',
      name: '',
      visit: null,
      email: { visits: false },
    });
    await expect(
      api.call('messages.savePreferences', { token: await linkTo('visits'), text: { visits: true } }),
    ).rejects.toMatchObject({ kind: 'not-found' });
  });
});

const byId = (a: readonly unknown[], b: readonly unknown[]) => String(a[0]).localeCompare(String(b[0]));

describe('guarantors', () => {
  const guarantor = { contact: 'parent@example.com', DateOfBirth: '1985-03-04' };
  const ids: string[] = [];
  const link = async (PatientId: string, more: Record<string, unknown> = {}) => {
    const row = { IsProxy: true, IsForAdult: false, From: '2020-01-01', Until: null, ...more };
    await api.db.owner(
      `insert into patient_guarantors (site, "PatientGuarantorId", "PatientId", "FirstName", "LastName", "DateOfBirth", "Email", "Relationship", "IsProxy", "IsForAdult", "From", "Until")
       values ('demo', gen_random_uuid(), $1, 'Nora', 'Quill', $2, $3, 'parent', $4, $5, $6, $7)`,
      [PatientId, guarantor.DateOfBirth, guarantor.contact, row.IsProxy, row.IsForAdult, row.From, row.Until],
    );
  };
  beforeEach(async () => {
    const rows = await api.db.owner<{ id: string }>(
      `select "PatientId" as id from patients where site = 'demo' and "DeathDate" is null and "PatientId" <> $1 order by "DateOfBirth" desc, "PatientId" limit 3`,
      [rosa],
    );
    ids.splice(0, 3, ...rows.map(({ id }) => id));
    await api.db.owner(
      `update patients set "DateOfBirth" = current_date - interval '9 years' where site = 'demo' and "PatientId" = any ($1)`,
      [ids.slice(0, 2)],
    );
  });

  test('one guarantor acts for two children under one id; not for an adult, nor before or after their time', async () => {
    for (const id of ids) await link(id);
    await api.db.owner(`update patients set "DateOfBirth" = '1950-01-01' where site = 'demo' and "PatientId" = $1`, [
      ids[2],
    ]);
    const [count] = await api.db.owner<{ people: number }>(
      `select count(distinct "GuarantorId")::int as people from patient_guarantors`,
    );
    expect(count?.people).toBe(1);
    await start(guarantor);
    expect(await looked()).toEqual([]);
    const opened = await loggedIn({ ...guarantor, agl: true });
    const seen = () =>
      asCaller(
        sessionOf(opened),
        async ({ patients }, tx) =>
          [
            patients.map(({ PatientId, isProxy }) => [PatientId, isProxy]).toSorted(byId),
            await tx.rows(`select "PatientId" from patients`),
          ] as const,
      );
    const [acting, rows] = await seen();
    expect(acting).toEqual(
      [
        [ids[0], true],
        [ids[1], true],
        [ids[2], false],
      ].toSorted(byId),
    );
    expect(rows).toHaveLength(3);
    await api.db.owner(`update patient_guarantors set "IsForAdult" = true where "PatientId" = $1`, [ids[2]]);
    await api.db.owner(`update patient_guarantors set "Until" = current_date - 5 where "PatientId" = $1`, [ids[0]]);
    await api.db.owner(`update patient_guarantors set "IsProxy" = false where "PatientId" = $1`, [ids[1]]);
    expect((await seen())[0]).toEqual(
      [
        [ids[1], false],
        [ids[2], true],
      ].toSorted(byId),
    );
    await api.db.owner('delete from patient_guarantors');
    await expect(seen()).rejects.toMatchObject({
      kind: 'no-permission',
      message: 'There was a problem with your login details. Go back to login.',
    });
  });

  test('who is patient and guarantor by the same details chooses, and only among their own', async () => {
    await api.db.owner(
      `update patients set "Email" = $2, "DateOfBirth" = $3 where site = 'demo' and "PatientId" = $1`,
      [ids[2], guarantor.contact, guarantor.DateOfBirth],
    );
    await link(ids[0] ?? '');
    const asked = await loggedIn({ ...guarantor, agl: true });
    expect(asked.body['session']).toBeNull();
    const choices = asked.body['choices'] as unknown as { id: string; kind: string; names: string[] }[];
    expect(choices.map(({ kind, names }) => [kind, names.length])).toEqual([
      ['patient', 1],
      ['guarantor', 1],
    ]);
    const [attempt] = await api.db.owner<{ id: string }>(
      `select "AttemptId" as id from patient_logins where state = 'right'`,
    );
    const choose = (id: string) =>
      post('/patientLogin/choose', { attemptId: attempt?.id, id, ...unused }, asked.cookies);
    expect((await choose(rosa)).status).toBe(403);
    expect((await choose(choices[1]?.id ?? '')).body['session']).toMatchObject({ kind: 'guarantor' });
    expect((await choose(choices[0]?.id ?? '')).status).toBe(403);
    await api.db.owner(`update patients set "Email" = null where site = 'demo' and "PatientId" = $1`, [ids[2]]);
  });

  test('what is changed of the person in one chart is changed in the other, and ends what the former address opened', async () => {
    for (const id of ids.slice(0, 2)) await link(id);
    const opened = await loggedIn({ ...guarantor, agl: true });
    await api.db.owner(`update patient_guarantors set "Email" = 'other@example.com' where "PatientId" = $1`, [ids[0]]);
    const rows = await api.db.owner(`select distinct "Email" from patient_guarantors`);
    expect(rows).toEqual([{ Email: 'other@example.com' }]);
    await expect(asCaller(sessionOf(opened), async (caller) => caller)).rejects.toMatchObject({ kind: 'signed-out' });
  });
});

describe('what a transaction of a patient sees', () => {
  test('of every table with rows of the site none but their own and what every patient may know of the clinic', async () => {
    const { token } = sessionOf(await loggedIn());
    const tables = await api.db.owner<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'site' and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege('mainstay_api', c.oid, 'select') order by 1`,
    );
    const open = await asCaller({ token }, async (_, tx) => {
      const shown: string[] = [];
      for (const { name } of tables) if ((await tx.rows(`select from ${name} limit 1`)).length > 0) shown.push(name);
      return shown;
    });
    expect(tables.length).toBeGreaterThan(60);
    expect(open).toEqual(
      ['consent_ledger', 'facilities', 'patient_links', 'patients', 'providers', 'sites', 'visits'].filter(
        (name) => name !== 'patient_links',
      ),
    );
    const own = await asCaller({ token }, async (_, tx) =>
      tx.rows(`select "PatientId" from patients union select "PatientId" from visits`),
    );
    expect(own).toEqual([{ PatientId: rosa }]);
  });

  test('and nothing else can be written, not even what may be read', async () => {
    const { token } = sessionOf(await loggedIn());
    const tries = [
      `update sites set "Name" = 'x'`,
      `delete from facilities`,
      `update visit_notes set "Sections" = '{}'`,
      `delete from visits where "PatientId" <> '${rosa}'`,
      `update visit_history set note = 'x'`,
    ];
    for (const text of tries) {
      const changed = await asCaller({ token }, (_, tx) => tx.run(text)).catch(() => 0);
      expect([text, changed]).toEqual([text, 0]);
    }
    const moving = asCaller({ token }, (_, tx) => tx.run(`update visits set "PatientId" = $1`, [cast.patients.gus]));
    await expect(moving).rejects.toThrow();
  });

  test('a table of a migration to come is closed as well', async () => {
    await api.db.owner(`create table later (site text not null references sites, "LaterId" uuid primary key);
      alter table later enable row level security; create policy site_only on later to mainstay_api using (site = app_site());
      grant select on later to mainstay_api; insert into later values ('demo', gen_random_uuid()); select close_to_patients()`);
    const { token } = sessionOf(await loggedIn());
    expect(await asCaller({ token }, (_, tx) => tx.rows('select from later'))).toEqual([]);
    expect(await api.db.tx(messagesOf(site), (tx) => tx.rows('select from later'))).toHaveLength(1);
    await api.db.owner('drop table later');
  });
});

test('staff sees links and sessions of a chart, and ends a session', async () => {
  await linkTo('preferences');
  const opened = await loggedIn();
  const { links, sessions } = await api.call('patientLogin.access', { id: rosa as never }, { as: 'pt' });
  expect(links).toMatchObject([{ purpose: 'preferences', state: 'open' }]);
  expect(sessions).toMatchObject([{ kind: 'patient', name: null, level: 'L2' }]);
  const id = { id: rosa as never, SessionId: sessions[0]?.SessionId ?? '' };
  await expect(
    api.call('patientLogin.endSession', { ...id, id: cast.patients.gus as never }, { as: 'front' }),
  ).resolves.toEqual({ ended: false });
  await expect(api.call('patientLogin.endSession', id, { as: 'front' })).resolves.toEqual({ ended: true });
  await expect(asCaller(sessionOf(opened), async (caller) => caller)).rejects.toMatchObject({ kind: 'signed-out' });
  const entries = await api.db.owner(
    `select from audit_entry where site = 'demo' and action = 'end patient session' and "PatientId" = $1`,
    [rosa],
  );
  expect(entries).toHaveLength(1);
});

test('every look at a link and every change through one is audited with its level', async () => {
  const token = await linkTo('preferences');
  await api.call('messages.readLink', { token });
  await api.call('messages.savePreferences', { token, text: { visits: true } });
  const rows = await api.db.owner<{ action: string; detail: object }>(
    `select action, detail from audit_entry where site = 'demo' and entity = 'patientLinks' and action like 'patient %' and "PatientId" = $1 order by id desc limit 2`,
    [rosa],
  );
  const detail = { principal: 'link', level: 'L0', purpose: 'preferences' };
  expect(rows.map(({ action }) => action)).toEqual(['patient change', 'patient read']);
  for (const row of rows) expect(row.detail).toEqual(detail);
});
