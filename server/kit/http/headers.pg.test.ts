import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { cast } from '#server/demo/cast.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
let root: string;
const apps: Record<'http' | 'https', FastifyInstance> = {} as never;

beforeAll(async () => {
  db = await testDatabase();
  root = mkdtempSync(join(tmpdir(), 'mainstay-headers-'));
  mkdirSync(join(root, 'dist/assets'), { recursive: true });
  for (const page of ['index.html', 'public.html', 'kiosk.html'])
    writeFileSync(join(root, 'dist', page), '<!doctype html><title>Mainstay</title>');
  for (const name of ['assets/index-Ab3.js', 'assets/index-Ab3.css', 'sw.js', 'manifest.webmanifest'])
    writeFileSync(join(root, 'dist', name), '');
  const settings = { DATA_DIR: root, LOG_LEVEL: 'silent', AUDIT_KEY: 'the audit key of every server under test' };
  apps.http = await buildApp({ database: db, config: readConfig({ ...settings, REQUESTS_PER_MINUTE: '1000' }, root) });
  const config = readConfig({ ...settings, PUBLIC_URL: 'https://clinic.example', REQUESTS_PER_MINUTE: '1000' }, root);
  apps.https = await buildApp({ database: db, config });
});
afterAll(async () => {
  await apps.http.close();
  await apps.https.close();
  await db.close();
  rmSync(root, { recursive: true, force: true });
});

const json = { 'content-type': 'application/json' };
const login = { email: 'pt@demo.test', password: cast.password };
/** One request of every kind of route and of answer. */
const kinds: Record<string, InjectOptions & { status: number }> = {
  'a page': { url: '/patients', status: 200 },
  'the first page': { url: '/', status: 200 },
  'a page of a message’s link': { url: `/s/demo.${'A'.repeat(22)}`, status: 200 },
  'a page for patients': { url: '/notificationSettings', status: 200 },
  'a page for patients by its file': { url: '/public.html', status: 200 },
  'the kiosk': { url: '/kiosk', status: 200 },
  'the kiosk by its file': { url: '/kiosk.html', status: 200 },
  'a page asked with HEAD': { url: '/patients', method: 'HEAD', status: 200 },
  'a built script': { url: '/assets/index-Ab3.js', status: 200 },
  'a style sheet': { url: '/assets/index-Ab3.css', status: 200 },
  'the service worker': { url: '/sw.js', status: 200 },
  'the manifest': { url: '/manifest.webmanifest', status: 200 },
  'a file that is not there': { url: '/assets/none.js', status: 404 },
  'a file above': { url: '/assets/..%2f..%2fsync-cookie-key', status: 404 },
  'a method no page has': { url: '/patients', method: 'POST', status: 404 },
  health: { url: '/healthz', status: 200 },
  readiness: { url: '/readyz', status: 200 },
  'a call that is done': { url: '/api/session/login', method: 'POST', payload: login, status: 200 },
  'signing out': { url: '/api/session/logout', method: 'POST', payload: {}, status: 200 },
  'a call without sign-in': { url: '/api/setup', status: 401 },
  'a call that is refused': { url: '/api/session/login', method: 'POST', payload: {}, status: 422 },
  'a body that is no JSON': { url: '/api/session/login', method: 'POST', payload: '{', headers: json, status: 422 },
  'a body that is too large': {
    url: '/api/session/login',
    method: 'POST',
    payload: { a: 'x'.repeat(300_000) },
    status: 413,
  },
  'a body of another type': {
    url: '/api/session/login',
    method: 'POST',
    payload: '<a/>',
    headers: { 'content-type': 'text/xml' },
    status: 415,
  },
  'a call from a foreign page': {
    url: '/api/session/login',
    method: 'POST',
    payload: login,
    headers: { origin: 'https://evil.example' },
    status: 403,
  },
  'no call': { url: '/api/none', status: 404 },
  'an address that cannot be read': { url: '/api/%zz', status: 422 },
  'the description of the calls': { url: '/api/openapi.json', status: 200 },
  'the page of the calls': { url: '/api/docs/', status: 200 },
  'a script of that page': { url: '/api/docs/static/swagger-ui.css', status: 200 },
};

const openPolicy = (sockets: string, types: string) =>
  `default-src 'self';script-src 'self';worker-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;` +
  `connect-src 'self' ${sockets};object-src 'none';base-uri 'none';frame-ancestors 'none';form-action 'self';frame-src 'none'${types}`;

const isKiosk = (url: string) => url.startsWith('/kiosk');
const isPublic = (url: string) => /^\/(s\/|notificationSettings|public\.html|kiosk)/.test(url);

/** What the reply to an address must say; Swagger's page has policies of its own (app.ts). */
function policyOf(url: string, scheme: 'http' | 'https'): string {
  if (url.includes('%zz')) return "default-src 'none';frame-ancestors 'none';require-trusted-types-for 'script'";
  if (isPublic(url))
    return (
      "default-src 'none';script-src 'self';style-src 'self';connect-src 'self';img-src 'self' blob:;media-src 'self' blob:;" +
      "object-src 'none';base-uri 'none';form-action 'none';frame-src 'none';frame-ancestors 'none';" +
      "require-trusted-types-for 'script'" +
      (isKiosk(url) ? ";worker-src 'self';manifest-src 'self';trusted-types kiosk" : ";trusted-types 'none'")
    );
  const sockets = scheme === 'https' ? 'wss://clinic.example' : 'ws://localhost:3000';
  const isDocs = url === '/api/docs/';
  return openPolicy(sockets, isDocs ? '' : ";require-trusted-types-for 'script';trusted-types default");
}

/** Replies are kept by nobody; built files for a year, as their names change; Swagger's are the same for everybody. */
function cachingOf(url: string, status: number): string {
  if (url.startsWith('/api/docs/static')) return 'public, max-age=0';
  if (url.startsWith('/assets') && status === 200) return 'public, max-age=31536000, immutable';
  const isFile = status === 200 && !isPublic(url) && !/^\/(api|healthz|readyz)/.test(url);
  return isFile ? 'no-cache' : 'no-store';
}

describe.each(['http', 'https'] as const)('over %s', (scheme) => {
  test.each(Object.entries(kinds))('%s', async (name, { status, ...request }) => {
    const { headers, statusCode } = await apps[scheme].inject(request);
    const url = String(request.url);
    expect(statusCode).toBe(status);
    expect(headers['content-security-policy']).toBe(policyOf(url, scheme));
    expect(headers['cache-control']).toBe(cachingOf(url, status));
    const isRead = !url.includes('%zz');
    const camera = isKiosk(url) ? '(self)' : '()';
    const features = `camera=${camera}, geolocation=(), microphone=(), payment=(), usb=()`;
    expect(headers['permissions-policy']).toBe(isRead ? features : undefined);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['server'] ?? headers['x-powered-by']).toBeUndefined();
    const hsts = scheme === 'https' ? 'max-age=31536000; includeSubDomains' : undefined;
    expect(headers['strict-transport-security']).toBe(hsts);
    expect(headers['clear-site-data']).toBe(name === 'signing out' ? '"cache"' : undefined);
  });
});
