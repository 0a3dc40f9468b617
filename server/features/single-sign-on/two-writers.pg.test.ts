import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointName, InputOf } from '#contract/endpoints.ts';
import { noConnection } from '#contract/single-sign-on/endpoints.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const admin = { as: 'admin' } as const;
const write = (name: EndpointName, input: object) => api.call(name, input as InputOf<EndpointName>, admin);
const connectionNow = async () => ({ ...(await api.call('singleSignOn.get', {}, admin)).connection });

describe('two who have opened the single sign-on connection', () => {
  async function opened() {
    const seen = {
      Name: 'Connection',
      issuer: 'https://login.demo.test',
      clientId: 'mainstay',
      domains: ['demo.test'],
      passwordAllowed: true,
      Enabled: false,
    };
    await write('singleSignOn.save', { ...seen, clientSecret: 'made up' });
    const save = (changes: object) => write('singleSignOn.save', { ...seen, base: seen, ...changes });
    return { seen, save };
  }
  const overtaken = { kind: 'changed-elsewhere' };

  test('change its provider: no secret goes to one it was not made by', async () => {
    const { save } = await opened();
    await save({ clientId: 'theirs', clientSecret: 'of theirs' });
    await expect(save({ clientSecret: 'new' })).rejects.toMatchObject({
      ...overtaken,
      current: { clientId: 'theirs' },
    });
    await expect(save({ issuer: 'https://mine.test', clientSecret: 'new' })).rejects.toMatchObject(overtaken);
    await save({ Name: 'Mine' });
    expect(await connectionNow()).toMatchObject({ Name: 'Mine', clientId: 'theirs' });
  });

  test('are never told of its secret', async () => {
    const { save, seen } = await opened();
    await save({ Name: 'Theirs' });
    const told = [save({ Name: 'Mine' }), write('singleSignOn.remove', { base: seen })];
    for (const each of await Promise.allSettled(told)) {
      const { reason } = each as PromiseRejectedResult;
      expect(reason).toMatchObject({ ...overtaken, current: { Name: 'Theirs', isSecretReadable: true } });
      expect(Object.keys(reason.current)).not.toContain('sealedSecret');
    }
  });

  test('add domains: a superuser confirms only those on their screen, and no more than there may be', async () => {
    const { seen, save } = await opened();
    await save({ domains: ['demo.test', 'unseen.test'] });
    const input = { ...seen, domains: ['demo.test', 'mine.test'], base: seen };
    const { connection } = await api.call('singleSignOn.save', input, { as: 'super' });
    expect(connection).toMatchObject({
      domains: ['demo.test', 'unseen.test', 'mine.test'],
      confirmedDomains: ['demo.test', 'mine.test'],
    });
    const many = Array.from({ length: 19 }, (_, at) => `at-${at}.test`);
    await expect(save({ domains: ['demo.test', ...many] })).rejects.toMatchObject({
      kind: 'invalid',
      fields: { domains: 'must be at most 20' },
    });
  });

  test('remove what was seen, and not what someone else has made of it', async () => {
    const { seen, save } = await opened();
    await save({ Name: 'Kept' });
    await expect(write('singleSignOn.remove', { base: seen })).rejects.toMatchObject(overtaken);
    await write('singleSignOn.remove', { base: { ...seen, Name: 'Kept' } });
    // Nor is one that was removed set up again by who has it open; who saw that there was none does that.
    await expect(save({ Name: 'Mine', clientSecret: 'new' })).rejects.toMatchObject({ ...overtaken, current: {} });
    await save({ clientSecret: 'new', base: noConnection });
    await expect(save({ Name: 'Mine', base: noConnection })).rejects.toMatchObject(overtaken);
  });
});
