import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { equipAlone } from '#shared/testing/equip-alone.ts';
import { signIn } from './sign-in.ts';
import { currentToken } from './token.ts';

const session = {
  token: 'a.b.c',
  expiresIn: 900_000,
  site: 'demo',
  siteName: 'Riverside',
  UserId: '5b1f0e0c-0000-4000-8000-000000000001',
  SuperUser: false,
};
let asked: string[] = [];
let login = () => Response.json(session);

beforeEach(() => {
  asked = [];
  localStorage.clear();
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url, 'http://clinic.test').pathname;
    asked.push(path);
    if (path === '/api/session/login') return login();
    if (path === '/api/session/logout') return Response.json({ ended: true });
    return Response.json({ kind: 'ip-blocked', message: 'IP blocked' }, { status: 403 });
  });
  equipAlone({ token: currentToken });
});
afterEach(() => vi.unstubAllGlobals());

test('a sign-in that ends in a refusal after the server took it leaves no session on the server', async () => {
  login = () => Response.json(session);
  expect(await signIn('pt@demo.test', 'Mainstay-demo-2026')).toMatchObject({ signedIn: false });
  expect([asked.at(-1), currentToken()]).toEqual(['/api/session/logout', null]);
});

test('a sign-in that the server refused ends nothing there', async () => {
  login = () => Response.json({ kind: 'signed-out', message: 'Not right.' }, { status: 401 });
  expect(await signIn('pt@demo.test', 'Mainstay-demo-2026')).toMatchObject({ signedIn: false });
  expect(asked).toEqual(['/api/session/login']);
});
