import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { fileAnchor } from '../audit/chain/anchor.ts';
import { loadAuditKeys } from '../audit/chain/key.ts';
import { sealSite } from '../audit/chain/seal.ts';
import { verifySite } from '../audit/chain/verify.ts';
import { sealedKinds } from '../auth/sealed-kinds.ts';
import { keyIdOf, openText, sealText } from '../auth/sealed-text.ts';
import { openSession, rotateSession, siteAlone } from '../auth/sessions.ts';
import { loadSigningKeys, signToken, verifyToken, type SigningKeys } from '../auth/tokens.ts';
import { UserId } from '#contract/base/ids.ts';
import { assertKeysHere } from './keys-in-use.ts';
import { idsAt, keyPlaces } from './key-places.ts';
import { dropUnused, rotateKeys } from './rotate.ts';
import { rotateKeyCommand } from './rotate-command.ts';

const site = 'demo';
let db: TestDatabase;
let user: string;
let dataDir: string;
let keys: SigningKeys;
const settings = () => ({ dataDir, signingKey: undefined, auditKey: undefined, syncCookieKey: undefined });
const keeper = () => ({ database: db, settings: settings(), seenAfterMs: 0 });
const auditKeeper = async () => ({ keys: await loadAuditKeys(settings()), anchor: fileAnchor(dataDir) });

beforeAll(async () => {
  db = await testDatabase();
  const [row] = await db.owner<{ UserId: string }>(`select "UserId" from users where site = $1 limit 1`, [site]);
  user = row?.UserId ?? '';
});
afterAll(() => db.close());

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'mainstay-keys-'));
  keys = await loadSigningKeys(settings());
  writeFileSync(join(dataDir, 'sync-cookie-key'), 'k'.repeat(43));
  await clear();
  await db.owner(`insert into second_factors (site, "UserId", "sealedKey") values ($1, $2, $3)`, [site, user, of(0)]);
  await db.owner(`insert into device_secrets (site, "UserId", "sealedSecret") values ($1, $2, $3)`, [
    site,
    user,
    of(1),
  ]);
  await db.owner(
    `insert into sso_connections (site, "Name", issuer, "clientId", "sealedSecret", domains, "confirmedDomains", "passwordAllowed", "Enabled")
     values ($1, 'Sign in', 'https://id.example', 'us', $2, '{id.example}', '{}', true, false)`,
    [site, of(2)],
  );
  await db.owner(
    `insert into files (site, "FileId", "PatientId", "Name", "Category")
     select site, $2, "PatientId", 'Card', 'idCard' from patients where site = $1 limit 1`,
    [site, user],
  );
  // Of one id with the person, so that each secret here has the same owner.
  await db.owner(
    `insert into file_versions (site, "FileVersionId", "FileId", "PatientId", "Number", "MediaType", "Bytes", "Sha256", "storedAs", "sealedFileKey")
     select site, "FileId", "FileId", "PatientId", 1, 'image/jpeg', 1, repeat('0', 64), 'x', $2 from files where site = $1`,
    [site, of(3)],
  );
  await db.owner(
    `insert into kiosk_keys (site, "KioskKeyId", "publicKey", "sealedPrivateKey", "madeUnder") values ($1, $2, '{}', $3, 'x')`,
    [site, user, of(4)],
  );
  await sealSite(db, await auditKeeper(), site);
});
afterEach(async () => {
  await clear();
  rmSync(dataDir, { recursive: true, force: true });
});

async function clear(): Promise<void> {
  const tables = ['files', 'audit_seals', 'audit_shown', 'audit_heads', 'audit_unsealed', 'audit_entry', 'sessions'];
  for (const table of [...sealedKinds.map(({ table: name }) => name), ...tables]) {
    await db.owner(`delete from ${table}`);
  }
}

const purposeOf = (at: number) => sealedKinds[at]?.purpose({ site, UserId: user }) ?? '';
const of = (at: number, by: SigningKeys = keys) => sealText(by, purposeOf(at), `secret ${at}`);

async function stored(): Promise<string[]> {
  const texts: string[] = [];
  for (const { table, column } of sealedKinds) {
    const [row] = await db.owner<{ text: string }>(`select "${column}" as text from ${table} where site = $1`, [site]);
    texts.push(row?.text ?? '');
  }
  return texts;
}
const opened = async (by: SigningKeys) => (await stored()).map((text, at) => openText(by, purposeOf(at), text));
const allOpen = ['secret 0', 'secret 1', 'secret 2', 'secret 3', 'secret 4'];

test('every column that says it is sealed is sealed anew', async () => {
  const columns = await db.owner<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like 'sealed%' order by 1`,
  );
  expect(columns.map(({ name }) => name)).toEqual(
    sealedKinds.map(({ table, column }) => `${table}.${column}`).toSorted(),
  );
});

test('after a rotation every kind opens, in this server and in one that starts, and is sealed with the new key', async () => {
  const [former] = keys.all;
  await rotateKeys(keeper());
  expect(await opened(keys)).toEqual(allOpen);
  const anew = await loadSigningKeys(settings());
  expect(await opened(anew)).toEqual(allOpen);
  expect(anew.current.id).not.toBe(former.id);
  expect((await stored()).map(keyIdOf)).toEqual(Array(5).fill(anew.current.id));
  for (const place of keyPlaces(settings())) expect(idsAt(place), place.name).toHaveLength(2);
});

test('what was sealed before keys had ids opens and gets one', async () => {
  const nameless = of(2).split('.')[1];
  await db.owner(`update sso_connections set "sealedSecret" = $1`, [nameless]);
  // Second factors had their tag at the end, in base64.
  const bytes = Buffer.from(of(0).split('.')[1] ?? '', 'base64url');
  const tagLast = Buffer.concat([bytes.subarray(0, 12), bytes.subarray(28), bytes.subarray(12, 28)]);
  await db.owner(`update second_factors set "sealedKey" = $1`, [tagLast.toString('base64')]);
  expect(await opened(keys)).toEqual(allOpen);
  expect(await rotateKeys(keeper())).toEqual({ sealed: 5, unreadable: 0 });
  expect(await opened(await loadSigningKeys(settings()))).toEqual(allOpen);
});

test('the audit log verifies across the change, and a former key does not go on with it', async () => {
  const former = await loadAuditKeys({ ...settings(), auditKey: readFileSync(join(dataDir, 'audit-key'), 'utf8') });
  await rotateKeys(keeper());
  const verdict = await verifySite(db, await auditKeeper(), site);
  expect(verdict.findings).toEqual([]);
  expect(verdict.seals).toBeGreaterThan(0);
  const both = (await auditKeeper()).keys;
  await db.owner(`insert into audit_entry (site, action, entity, pk) values ($1, 'view', 'patients', 'x')`, [site]);
  // A server that takes the former key for the present one, but knows both, goes on with the new one.
  const behind = { current: former.current, all: [former.current, both.current] as const, find: both.find };
  await sealSite(db, { keys: { ...behind, all: [former.current, both.current] }, anchor: fileAnchor(dataDir) }, site);
  expect((await verifySite(db, await auditKeeper(), site)).findings).toEqual([]);
});

test('tokens and sessions of before go on, a second exchange included', async () => {
  const session = await db.tx(siteAlone(site), (tx) => openSession(tx, { site, UserId: user, homeSite: site }));
  const before = await rotateSession(db, keys, { cookie: session.cookie });
  const claims = { sub: UserId.parse(user), site: 'demo' as never, sid: session.SessionId, SuperUser: false };
  const token = await signToken(keys, claims);
  await rotateKeys(keeper());
  const anew = await loadSigningKeys(settings());
  expect(await verifyToken(anew, token)).toMatchObject({ sid: session.SessionId });
  if (!('session' in before)) throw new Error('The first exchange failed.');
  await db.owner(`update sessions set "rotatedAt" = now() - interval '10 minutes'`);
  const after = await rotateSession(db, anew, { cookie: before.session.cookie });
  expect(after).toHaveProperty('session');
  // The very first secret is known again as one that was copied: its key is kept.
  await db.owner(`update sessions set "rotatedAt" = now() - interval '10 minutes'`);
  expect(await rotateSession(db, anew, { cookie: session.cookie })).toEqual({ refused: 'reused' });
});

test('a former key goes only when nothing needs it', async () => {
  const [former] = keys.all;
  const session = await db.tx(siteAlone(site), (tx) => openSession(tx, { site, UserId: user, homeSite: site }));
  await rotateSession(db, keys, { cookie: session.cookie });
  await rotateKeys(keeper());
  expect(await dropUnused(keeper())).toEqual([]);
  await db.owner(`update sessions set "endedAt" = now()`);
  expect(await dropUnused(keeper())).toEqual([former.id]);
  expect(await opened(await loadSigningKeys(settings()))).toEqual(allOpen);
});

test('after a leak the sessions of the former key end, and it is gone', async () => {
  const session = await db.tx(siteAlone(site), (tx) => openSession(tx, { site, UserId: user, homeSite: site }));
  await rotateSession(db, keys, { cookie: session.cookie });
  const lines = await rotateKeyCommand(keeper(), { leaked: true });
  expect(lines.join('\n')).toContain('Sessions ended: 1.');
  const anew = await loadSigningKeys(settings());
  expect(anew.all).toHaveLength(1);
  expect(await opened(anew)).toEqual(allOpen);
});

test('after a leak no key of a rotation that was cut off stays the present one; a plain run says it ended that one', async () => {
  const cutOff = () => {
    const ended = rotateKeys(keeper(), {
      step: (name) => {
        if (name === 'end') throw new Error('the power went');
      },
    });
    return expect(ended).rejects.toThrow('the power went');
  };
  const present = () => keyPlaces(settings()).map((place) => idsAt(place)[0]);
  await cutOff();
  const leakedKeys = present();
  const plain = await rotateKeyCommand(keeper(), {});
  expect(plain[0]).toBe('An interrupted rotation is finished now. Run this again for another new key.');
  expect(present()).toEqual(leakedKeys);
  await cutOff();
  const before = present();
  await rotateKeyCommand(keeper(), { leaked: true });
  expect(present().filter((id) => before.includes(id))).toEqual([]);
  const ring = await loadSigningKeys(settings());
  expect(ring.all.map(({ id }) => id).filter((id) => before.includes(id))).toEqual([]);
  expect(await opened(ring)).toEqual(allOpen);
});

test('the new keys are with the backups before one of them changes; where that fails, none does', async () => {
  const files = () => keyPlaces(settings()).map(({ path }) => readFileSync(path, 'utf8'));
  const was = files();
  const kept: Record<string, string>[] = [];
  const failing = { ...keeper(), keep: () => Promise.reject(new Error('The disk is full.')) };
  await expect(rotateKeyCommand(failing, {})).rejects.toThrow(
    'No key was rotated: the new ones can’t be put with the backups. The disk is full.',
  );
  expect(files()).toEqual(was);
  const keep = async (texts: Record<string, string>) => {
    expect(files()).toEqual(was);
    kept.push(texts);
  };
  const lines = await rotateKeyCommand({ ...keeper(), keep }, {});
  expect(lines.join('\n')).not.toContain('interrupted');
  expect(kept).toEqual([
    Object.fromEntries(keyPlaces(settings()).map(({ path }) => [basename(path), readFileSync(path, 'utf8')])),
  ]);
});

const steps = [
  'keep the new keys',
  'note the beginning',
  'name the key of sessions',
  'add the signing key',
  'add the audit key',
  'add the sync cookie key',
  'reseal',
  'write the audit log',
  'end',
];

test.each(steps)('ended before "%s", everything opens, and the next run finishes the same rotation', async (at) => {
  const told: string[] = [];
  const step = (name: string) => {
    told.push(name);
    if (name === at) throw new Error('The power went.');
  };
  await expect(rotateKeys(keeper(), { step })).rejects.toThrow('The power went.');
  expect(told).toEqual(steps.slice(0, steps.indexOf(at) + 1));
  expect(await opened(await loadSigningKeys(settings()))).toEqual(allOpen);
  expect((await verifySite(db, await auditKeeper(), site)).findings).toEqual([]);
  await rotateKeys(keeper());
  const anew = await loadSigningKeys(settings());
  expect(anew.all).toHaveLength(2);
  expect((await stored()).map(keyIdOf)).toEqual(Array(5).fill(anew.current.id));
  expect(await opened(anew)).toEqual(allOpen);
  expect((await verifySite(db, await auditKeeper(), site)).findings).toEqual([]);
});

test('with a wrong key the start says in one sentence which one is needed, and --lost gives up what it sealed', async () => {
  const needed = keys.current.id;
  rmSync(join(dataDir, 'signing-key.jwk'));
  const wrong = await loadSigningKeys(settings());
  const sentence = `The database needs the signing key ${needed} (1 device secrets, 1 keys of files, 1 keys of kiosks, 1 second factors, 1 secrets of single sign-on), which is missing from ${join(dataDir, 'signing-key.jwk')}. Add it there.`;
  await expect(assertKeysHere(db, settings())).rejects.toThrow(sentence);
  await expect(rotateKeyCommand(keeper(), {})).rejects.toThrow(sentence);
  const lines = await rotateKeyCommand(keeper(), { lost: true });
  expect(lines.join('\n')).toContain('No key opens 5 secrets. They were given up.');
  expect(await opened(wrong)).toEqual([undefined, undefined, undefined, undefined, undefined]);
  expect(await assertKeysHere(db, settings())).toEqual([]);
});

test('before the first start a rotation makes the first key of each kind, and no empty former one', async () => {
  await clear();
  for (const { path } of keyPlaces(settings())) rmSync(path, { force: true });
  await rotateKeys(keeper());
  for (const place of keyPlaces(settings())) expect(idsAt(place), place.name).toHaveLength(1);
});

test('keys of the environment are left to whoever sets them, and what they say first seals', async () => {
  const first = readFileSync(join(dataDir, 'signing-key.jwk'), 'utf8');
  const other = mkdtempSync(join(tmpdir(), 'mainstay-keys-'));
  await loadSigningKeys({ dataDir: other, signingKey: undefined });
  const second = readFileSync(join(other, 'signing-key.jwk'), 'utf8');
  rmSync(other, { recursive: true });
  const given = { ...settings(), signingKey: `[${second},${first}]` };
  await rotateKeyCommand({ database: db, settings: given }, {});
  const anew = await loadSigningKeys(given);
  expect((await stored()).map(keyIdOf)).toEqual(Array(5).fill(anew.current.id));
  expect(readFileSync(join(dataDir, 'signing-key.jwk'), 'utf8')).toBe(first);
});
