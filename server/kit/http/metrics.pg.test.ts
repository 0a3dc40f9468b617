import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '#server/testing/api.ts';

const METRICS_TOKEN = 'figures of the process';
let api: TestApi;
let plain: TestApi;
beforeAll(async () => {
  api = await testApi(undefined, { METRICS_TOKEN, API_DOCS: 'off' });
  plain = await testApi(api.db);
});
afterAll(async () => {
  await plain.close();
  await api.close();
});

describe('figures', () => {
  test('are at no address where no token is set', async () => {
    const reply = await plain.app.inject('/metrics');
    expect([reply.statusCode, reply.body]).toEqual([404, 'Nothing was found at this address.']);
  });
  test('are for whoever shows the token alone', async () => {
    for (const authorization of ['', 'Bearer wrong', METRICS_TOKEN]) {
      expect((await api.app.inject({ url: '/metrics', headers: { authorization } })).statusCode).toBe(401);
    }
  });
  test('name routes and statuses, and no id, site or address', async () => {
    const id = '00000000-0000-4000-8000-00000000abcd';
    await api.inject('GET', `/api/patients/${id}`, { as: 'pt' });
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const { statusCode, body } = await api.app.inject({ url: '/metrics', headers });
    expect(statusCode).toBe(200);
    expect(body).toMatch(
      /mainstay_http_request_seconds_count\{method="GET",route="\/api\/patients\/:id",status="404"\} 1/,
    );
    expect(body).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(body).not.toMatch(/abcd|demo|127\.0/);
  });
});

test('the API describes itself only where it may', async () => {
  for (const url of ['/api/docs', '/api/openapi.json']) {
    expect([url, (await api.app.inject(url)).statusCode]).toEqual([url, 404]);
    expect([url, (await plain.app.inject(url)).statusCode]).not.toEqual([url, 404]);
  }
});
