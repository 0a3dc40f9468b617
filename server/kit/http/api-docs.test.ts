import Fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/base/endpoint.ts';
import { apiDocs } from './api-docs.ts';

afterEach(() => void vi.useRealTimers());

/** The pages of a table of one call, and how often they were made. */
function pages() {
  const made = { times: 0 };
  const only: Endpoint = {
    call: 'GET /patients',
    access: {},
    noChart: 'nothing is shown',
    input: z.object({}),
    reply: z.object({}),
    get summary() {
      made.times += 1;
      return 'All patients.';
    },
  };
  const app = Fastify();
  void app.register(async (api) => apiDocs(api, { table: { patients: { list: only } }, publicUrl: 'http://here' }), {
    prefix: '/api',
  });
  return { app, made };
}

test('the pages are made once, when somebody asks', async () => {
  const { app, made } = pages();
  await app.ready();
  expect(made.times).toBe(0);
  const [first, second] = await Promise.all(['/api/openapi.json', '/api/docs/json'].map((url) => app.inject(url)));
  expect(first?.json().paths['/patients'].get.summary).toBe('All patients.');
  expect(second?.json()).toEqual(first?.json());
  expect(made.times).toBe(1);
  await app.close();
});

test('what nobody asked for in ten minutes is made anew', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { app, made } = pages();
  const ask = async () => (await app.inject('/api/openapi.json')).statusCode;
  expect(await ask()).toBe(200);
  vi.advanceTimersByTime(9 * 60_000);
  expect(await ask()).toBe(200);
  vi.advanceTimersByTime(9 * 60_000);
  expect([await ask(), made.times]).toEqual([200, 1]);
  vi.advanceTimersByTime(11 * 60_000);
  expect([await ask(), made.times]).toEqual([200, 2]);
  await app.close();
});

test('the page finds its files from either address, and a file is asked for anew only where it changed', async () => {
  const { app } = pages();
  for (const url of ['/api/docs', '/api/docs/']) {
    const [, style = ''] = /href="([^"]+swagger-ui\.css)"/.exec((await app.inject(url)).body) ?? [];
    const { statusCode, headers } = await app.inject(new URL(style, `http://here${url}`).pathname);
    expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'text/css; charset=utf-8']);
    const again = await app.inject({
      url: '/api/docs/static/swagger-ui.css',
      headers: { 'if-none-match': headers.etag },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
  const none = await app.inject('/api/docs/static/none.js');
  expect([none.statusCode, none.json().kind]).toEqual([404, 'not-found']);
  await app.close();
});
