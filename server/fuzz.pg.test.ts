import { afterAll, beforeAll, expect, test } from 'vitest';
import { Failure, failureStatus } from '#contract/base/errors.ts';
import { endpoint, endpointNames, type EndpointName } from '#contract/endpoints.ts';
import { schemaVersion } from '#contract/schema-version.ts';
import { chanceFrom, type Chance } from '#server/demo/random.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { leakOf, patiently } from '#server/testing/answers.ts';
import { idsAmong, inputOf, requestOf, siteIds } from '#server/testing/generated-calls.ts';
import { mutated } from '#server/testing/inputs.ts';
import { countFrom, seedFrom } from '#server/testing/seed.ts';

let api: TestApi;
let ids: ReturnType<typeof idsAmong>;
let cookie: string;
beforeAll(async () => {
  api = await testApi();
  ids = idsAmong(await siteIds(api.db, 'demo'));
  cookie = (
    await api.call('sync.pull', { device: crypto.randomUUID() as never, cookie: null, more: null }, { as: 'pt' })
  ).cookie;
});
afterAll(() => api.close());

/** The same seed sends the same; more requests look further. */
const seed = seedFrom('FUZZ_SEED');
const requestsEach = countFrom('FUZZ_REQUESTS', 25);
const refusals = new Set<number>(Object.values(failureStatus).filter((status) => status < 500));
/** Page marks that look right. */
const marks = [
  '1:1:|visits|0',
  '5:3:|visits|0',
  '1:9:2,,3|visits|0',
  '99999999999999999999:99999999999999999999:|visits|0',
];

/** One input in two has something wrong in it. */
function anyInput(name: EndpointName, chance: Chance): Record<string, unknown> {
  const input = inputOf(name, ids, chance);
  if (name === 'sync.pull' && chance.below(2) === 0) return { ...input, cookie, more: chance.pick(marks) };
  return chance.below(2) === 0 ? input : (mutated(input, chance) as Record<string, unknown>);
}

let sent = 0;

test.each(endpointNames)(
  '%s does every call or refuses it with a sentence',
  { timeout: 60_000 + requestsEach * 300 },
  async (name) => {
    const chance = chanceFrom([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), seed));
    const wrong: string[] = [];
    for (let at = 0; at < requestsEach; at += 1) {
      const { method, url, body } = requestOf(name, anyInput(name, chance));
      // The sessions of the other calls must stay: ten wrong passwords end one.
      if (name.startsWith('account.')) await api.db.owner('delete from login_failures');
      const endsSessions = name === 'session.logout' || name === 'session.chooseSite';
      const as = endsSessions ? {} : { as: chance.pick(['super', 'admin', 'pt', 'pta', 'biller'] as const) };
      const { reply, isSlow } = await patiently(() => api.inject(method, url, { ...as, ...(body && { body }) }));
      sent += 1;
      const leak = leakOf(reply.body);
      if (isSlow || leak !== null) wrong.push(`${leak ?? 'slow'}: ${method} ${url} ${JSON.stringify(body)}`);
      if (reply.statusCode === 401 && endpoint(name).access !== 'public' && !endsSessions)
        wrong.push('was not signed in');
      if (reply.statusCode === 200 && endpoint(name).sends) {
        if (!reply.rawPayload.subarray(0, 5).equals(Buffer.from('%PDF-'))) wrong.push(`no file: ${url}`);
      } else if (reply.statusCode === 200) {
        const { retryFrom = null } = reply.json<{ retryFrom?: number | null }>();
        if (retryFrom !== null && !isOfNewerApp(body, retryFrom)) wrong.push(`held up: ${JSON.stringify(body)}`);
      } else if (!refusals.has(reply.statusCode) || !Failure.safeParse(reply.json()).success) {
        wrong.push(`${reply.statusCode} ${method} ${url} ${JSON.stringify(body)}`);
      }
    }
    expect(wrong, `FUZZ_SEED=${seed}`).toEqual([]);
  },
);

test('the requests are counted', () => {
  process.stdout.write(`fuzz: ${sent} requests over ${endpointNames.length} endpoints, seed ${seed}\n`);
  expect(sent).toBe(requestsEach * endpointNames.length);
});

/** Such a call rightly waits for a newer server; no other may hold up the queue. */
function isOfNewerApp(push: Record<string, unknown> | undefined, mid: number): boolean {
  const entries = push?.['entries'] as { mid: number; schemaVersion: number }[];
  return entries.some((entry) => entry.mid === mid && entry.schemaVersion > schemaVersion);
}
