import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { device, lockDevice, openDevice } from '../store/device.ts';
import { lookAtProof, provedOnline } from './kept-proof.ts';
import { deriveAhead, enrol, knownUsers, openKeys as keysOf, rewrap, unlock } from './keyring.ts';
import { keepKeyringIn, keyringUser } from './keyring-db.ts';
import { open, seal } from './seal.ts';
import { memoryFiles } from '../testing/device.ts';

const person = { site: 'demo', UserId: 'user-1', Email: 'pt@demo.test', name: 'Rosa Alvarez' };
const password = 'Mainstay-demo-2026';
const start = new Date('2026-11-18T08:00:00Z');
const hours = (count: number) => new Date(start.getTime() + count * 3_600_000);

let files = memoryFiles();
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  files = memoryFiles();
  keepKeyringIn(files);
  await Dexie.delete('mainstay-keyring');
  return () => void vi.useRealTimers();
});

const openKeys = (typed: string) => keysOf(person.UserId, typed);

describe('unlocking', () => {
  test('gives the key that sealed the data, and it cannot be read out', async () => {
    const enrolled = await enrol(person, password);
    const sealed = await seal(enrolled.dataKey, 'place', 'kept');
    const unlocked = await unlock('PT@demo.test', password);
    expect(await open(unlocked.dataKey, 'place', sealed)).toBe('kept');
    expect(unlocked).toMatchObject(person);
    expect(unlocked.dataKey.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', unlocked.dataKey)).rejects.toThrow();
  });

  test('takes the password as the server does, whichever keyboard made it', async () => {
    await enrol(person, 'Mainstay-\ufb01fteen-2026');
    expect(await unlock(person.Email, 'Mainstay-fifteen-2026')).toMatchObject(person);
  });

  test('opens what was wrapped under the form that devices took before', async () => {
    const typed = 'Mainstay-\ufb01fteen-2026';
    const normalize = vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string) {
      return this;
    });
    const enrolled = await enrol(person, typed);
    normalize.mockRestore();
    const sealed = await seal(enrolled.dataKey, 'place', 'kept');
    expect(await open((await unlock(person.Email, typed)).dataKey, 'place', sealed)).toBe('kept');
    await expect(unlock(person.Email, 'Mainstay-fifteen-2026')).rejects.toMatchObject({ kind: 'signed-out' });
  });

  test('refuses a wrong password and an unknown person', async () => {
    await enrol(person, password);
    await expect(unlock(person.Email, 'Mainstay-demo-2027')).rejects.toMatchObject({ kind: 'signed-out' });
    await expect(unlock('other@demo.test', password)).rejects.toThrow(/No one has signed in here/);
  });

  test.each([
    [71.9, true, 'opens'],
    [72.1, false, expect.stringContaining('72 hours')],
    [-0.05, true, 'opens'],
    [-0.5, false, expect.stringContaining('set back')],
  ])('%s hours after the last online proof: %s', async (passed, mayUnlockOffline, outcome) => {
    await enrol(person, password);
    vi.setSystemTime(hours(passed));
    expect(await knownUsers()).toEqual([{ ...person, mayUnlockOffline, hasDeviceUnlock: false }]);
    expect(
      await unlock(person.Email, password).then(
        () => 'opens',
        (error: Error) => error.message,
      ),
    ).toEqual(outcome);
  });

  test('a renewed token proves the person again', async () => {
    await enrol(person, password);
    vi.setSystemTime(hours(70));
    await provedOnline(person.site, person.UserId);
    vi.setSystemTime(hours(140));
    await expect(unlock(person.Email, password)).resolves.toMatchObject(person);
  });
});

describe('a password derived ahead', () => {
  test.each(['a new person', 'a known person', 'a person whose password changed'])(
    'serves %s as one derived in time',
    async (who) => {
      if (who !== 'a new person') await enrol(person, who === 'a known person' ? password : 'The former one 1');
      const derive = vi.spyOn(crypto.subtle, 'deriveKey');
      const { dataKey } = await enrol(person, password, deriveAhead(person.Email, password));
      expect(derive).toHaveBeenCalledTimes(who === 'a person whose password changed' ? 2 : 1);
      derive.mockRestore();
      const sealed = await seal(dataKey, 'place', 'kept');
      expect(await open((await unlock(person.Email, password)).dataKey, 'place', sealed)).toBe('kept');
      await expect(unlock(person.Email, 'Mainstay-demo-2027')).rejects.toThrow();
    },
  );
});

describe('a changed password', () => {
  test('makes a fresh key at login and keeps the former one under the former password', async () => {
    const before = await enrol(person, password);
    const sealed = await seal(before.dataKey, 'place', 'kept');
    const after = await enrol(person, 'A new password 1');
    expect([before.isFresh, after.isFresh]).toEqual([false, true]);
    await expect(open(after.dataKey, 'place', sealed)).rejects.toThrow();
    await expect(unlock(person.Email, password)).rejects.toThrow();
    const [former] = await openKeys(password);
    expect(former && (await open(former, 'place', sealed))).toBe('kept');
    expect((await enrol(person, 'A new password 1')).isFresh).toBe(false);
  });

  test('is not undone by another tab that proves the person meanwhile', async () => {
    await enrol(person, password);
    for (const next of ['A new password 1', 'A new password 2']) {
      const state = { isDone: false };
      const enrolling = enrol(person, next).finally(() => (state.isDone = true));
      const proving = (async () => {
        while (!state.isDone) {
          await provedOnline(person.site, person.UserId);
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      })();
      const { dataKey } = await enrolling;
      await proving;
      const sealed = await seal(dataKey, 'place', 'kept');
      expect(await open((await unlock(person.Email, next)).dataKey, 'place', sealed), next).toBe('kept');
    }
  });

  test('in two tabs at once loses neither key', async () => {
    await enrol(person, password);
    const both = await Promise.all([enrol(person, 'A new password 1'), enrol(person, 'A new password 1')]);
    const sealed = await Promise.all(both.map(({ dataKey }) => seal(dataKey, 'place', 'kept')));
    const opened = await openKeys('A new password 1');
    for (const one of sealed) expect(await Promise.any(opened.map((key) => open(key, 'place', one)))).toBe('kept');
  });

  test('eight times over, every former password still opens what was sealed with it', async () => {
    const first = await enrol(person, password);
    const sealed = await seal(first.dataKey, 'place', 'kept');
    for (let change = 1; change < 8; change += 1) await enrol(person, `A new password ${change}`);
    const [former] = await openKeys(password);
    expect(former && (await open(former, 'place', sealed))).toBe('kept');
  });

  test('keeps the key when the old password is known', async () => {
    const { dataKey } = await enrol(person, password);
    const sealed = await seal(dataKey, 'place', 'kept');
    expect(await rewrap(person.site, person.UserId, 'wrong', 'A new password 1')).toBe(false);
    expect(await rewrap(person.site, person.UserId, password, 'A new password 1')).toBe(true);
    expect(await open((await unlock(person.Email, 'A new password 1')).dataKey, 'place', sealed)).toBe('kept');
  });
});

test('a lost database is made up from the copy, which holds no key in the clear', async () => {
  const { dataKey } = await enrol(person, password);
  const sealed = await seal(dataKey, 'place', 'kept');
  await Dexie.delete('mainstay-keyring');
  expect(await open((await unlock(person.Email, password)).dataKey, 'place', sealed)).toBe('kept');
  expect([...files.kept.values()].join()).not.toContain(password);
});

test('says in a sentence why an insecure address cannot work', async () => {
  vi.stubGlobal('crypto', { subtle: undefined });
  await expect(knownUsers()).rejects.toMatchObject({ kind: 'unavailable' });
  vi.unstubAllGlobals();
});

describe('the clock', () => {
  test('set back opens nothing, and time that has passed stays passed when it is set right', async () => {
    await enrol(person, password);
    vi.setSystemTime(hours(60));
    await unlock(person.Email, password);
    vi.setSystemTime(hours(2));
    await expect(unlock(person.Email, password)).rejects.toThrow(/set back/);
    expect(await lookAtProof(person.site, person.UserId)).toBe('clockSetBack');
    vi.setSystemTime(hours(61));
    await expect(unlock(person.Email, password)).resolves.toMatchObject(person);
    vi.setSystemTime(hours(73));
    await expect(unlock(person.Email, password)).rejects.toThrow(/72 hours/);
  });

  test('is looked at while the app is open, and what was seen outlives a restart', async () => {
    await enrol(person, password);
    vi.setSystemTime(hours(71));
    expect(await lookAtProof(person.site, person.UserId)).toBe('holds');
    vi.setSystemTime(hours(70));
    expect(await lookAtProof(person.site, person.UserId)).toBe('clockSetBack');
    vi.setSystemTime(hours(72.1));
    expect(await lookAtProof(person.site, person.UserId)).toBe('ended');
    await provedOnline(person.site, person.UserId);
    expect(await lookAtProof(person.site, person.UserId)).toBe('holds');
  });
});

describe('a clock that the server found fast', () => {
  beforeEach(async () => {
    vi.setSystemTime(hours(24));
    const { dataKey } = await enrol(person, password);
    const { outbox } = await openDevice({ ...person, dataKey, files: memoryFiles() });
    await outbox.device.update(1, { clockOffset: -24 * 3_600_000 });
    vi.setSystemTime(hours(34));
    await lookAtProof(person.site, person.UserId);
  });
  afterEach(() => lockDevice());

  test('is set right without the device being shut, open or locked, in two tabs at once', async () => {
    vi.setSystemTime(hours(10.01));
    const both = [lookAtProof(person.site, person.UserId), lookAtProof(person.site, person.UserId)];
    expect(await Promise.all(both)).toEqual(['holds', 'holds']);
    lockDevice();
    await expect(unlock(person.Email, password)).resolves.toMatchObject(person);
    vi.setSystemTime(hours(71.9));
    expect(await lookAtProof(person.site, person.UserId)).toBe('holds');
    vi.setSystemTime(hours(72.1));
    expect(await lookAtProof(person.site, person.UserId)).toBe('ended');
  });

  test('set right while the device is locked, it opens as before', async () => {
    lockDevice();
    vi.setSystemTime(hours(12));
    await expect(unlock(person.Email, password)).resolves.toMatchObject(person);
  });

  test('what is saved from then on is kept under the right time', async () => {
    vi.setSystemTime(hours(10.01));
    await lookAtProof(person.site, person.UserId);
    expect((await device().outbox.device.get(1))?.clockOffset).toBe(0);
  });

  test('set back further than it was fast shuts the device', async () => {
    vi.setSystemTime(hours(9));
    expect(await lookAtProof(person.site, person.UserId)).toBe('clockSetBack');
    expect((await device().outbox.device.get(1))?.clockOffset).toBe(-24 * 3_600_000);
  });
});

test('what happens to the keys is noted for the audit log', async () => {
  await enrol(person, password);
  await enrol(person, password);
  await rewrap(person.site, person.UserId, password, 'A new password 1');
  await enrol(person, 'A new password 2');
  const user = await keyringUser(person.site, person.UserId);
  expect(user?.changes?.map((change) => change.what)).toEqual(['enrolled', 'rewrapped', 'renewed']);
});
