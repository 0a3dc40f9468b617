import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { appCode } from '#server/testing/app-code.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const current = cast.password;
let address = 1;
/** Every attempt from another place, so that only the account can be locked. */
const login = (email: string, code?: string, password: string = cast.password) =>
  api.app.inject({
    remoteAddress: `10.1.1.${(address += 1)}`,
    method: 'POST',
    url: '/api/session/login',
    payload: { email, password, ...(code !== undefined && { code }) },
  });
const appFor = (key: string) => (stepsAhead?: number) => appCode(key, stepsAhead);
/** Codes count once: a test that needs another one lets the one before be forgotten. */
const forgetStep = () => api.db.owner(`update second_factors set "lastStep" = 0`);

test('is on after a first code; then the password alone is not enough, and each code works once', async () => {
  const { key, address } = await api.call('account.startSecondFactor', { current }, { as: 'pt' });
  expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  expect(address).toBe(`otpauth://totp/Mainstay%3Apt%40demo.test?secret=${key.replaceAll(' ', '')}&issuer=Mainstay`);
  expect((await login('pt@demo.test')).statusCode).toBe(200);
  const code = appFor(key);
  await expect(api.call('account.confirmSecondFactor', { code: '000000' }, { as: 'pt' })).rejects.toMatchObject({
    kind: 'invalid',
    fields: { code: expect.stringContaining('not the code') },
  });
  const { recoveryCodes } = await api.call('account.confirmSecondFactor', { code: code() }, { as: 'pt' });
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const each of recoveryCodes) expect(each).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);

  await forgetStep();
  const asked = await login('pt@demo.test');
  expect([asked.statusCode, asked.json().kind]).toEqual([401, 'multifactor-required']);
  expect(asked.cookies).toEqual([]);
  const right = code();
  expect((await login('pt@demo.test', right)).statusCode).toBe(200);
  expect((await login('pt@demo.test', right)).json().kind).toBe('multifactor-required');
  expect((await login('pt@demo.test', '123456')).json().message).toContain('The code is wrong.');

  const [recovery = ''] = recoveryCodes;
  expect((await login('pt@demo.test', recovery.toLowerCase().replaceAll('-', ' '))).statusCode).toBe(200);
  expect((await login('pt@demo.test', recovery)).statusCode).toBe(401);
  expect(await api.call('account.get', {}, { as: 'pt' })).toMatchObject({
    hasSecondFactor: true,
    recoveryCodesLeft: 9,
  });
  const kept = JSON.stringify([
    await api.db.owner(`select * from second_factors`),
    await api.db.owner(`select * from recovery_codes`),
  ]);
  for (const secret of [key.replaceAll(' ', ''), ...recoveryCodes]) expect(kept).not.toContain(secret);
});

test('a wrong password says nothing of a second step', async () => {
  const wrong = await login('pt@demo.test', undefined, 'not the password');
  const unknown = await login('nobody@demo.test', undefined, 'not the password');
  expect(wrong.json()).toMatchObject({ kind: 'signed-out', message: unknown.json().message });
});

test('new recovery codes void those from before; turning it off asks for the password', async () => {
  const first = await api.call('account.renewRecoveryCodes', { current }, { as: 'pt' });
  const second = await api.call('account.renewRecoveryCodes', { current }, { as: 'pt' });
  expect((await login('pt@demo.test', first.recoveryCodes[0])).statusCode).toBe(401);
  expect((await login('pt@demo.test', second.recoveryCodes[0])).statusCode).toBe(200);
  await expect(api.call('account.removeSecondFactor', { current: 'guess' }, { as: 'pt' })).rejects.toMatchObject({
    kind: 'invalid',
  });
  expect((await login('pt@demo.test')).statusCode).toBe(401);
  await api.call('account.removeSecondFactor', { current }, { as: 'pt' });
  expect((await login('pt@demo.test')).statusCode).toBe(200);
});

test('with it a password of eight characters will do, and then it cannot be turned off', async () => {
  const { key } = await api.call('account.startSecondFactor', { current }, { as: 'pta' });
  const change = (next: string, from: string) =>
    api.call('account.changePassword', { current: from, next }, { as: 'pta' });
  await expect(change('kx7#Qp2z', current)).rejects.toMatchObject({ kind: 'invalid' });
  await api.call('account.confirmSecondFactor', { code: appFor(key)() }, { as: 'pta' });
  expect(await change('kx7#Qp2z', current)).toEqual({ changed: true });
  await expect(api.call('account.removeSecondFactor', { current: 'kx7#Qp2z' }, { as: 'pta' })).rejects.toMatchObject({
    fields: { current: expect.stringContaining('at least 15') },
  });
  await expect(api.call('account.startSecondFactor', { current: 'kx7#Qp2z' }, { as: 'pta' })).rejects.toMatchObject({
    kind: 'conflict',
  });
});

test('guessing codes locks the account like guessing passwords', async () => {
  const { key } = await api.call('account.startSecondFactor', { current }, { as: 'biller' });
  await api.call('account.confirmSecondFactor', { code: appFor(key)() }, { as: 'biller' });
  await forgetStep();
  const guesses = [];
  for (let time = 0; time < 11; time += 1) guesses.push((await login('biller@demo.test', '000000')).statusCode);
  expect(guesses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  expect((await login('biller@demo.test', appFor(key)())).statusCode).toBe(429);
});
