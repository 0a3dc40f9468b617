import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Session } from '#contract/session/current-user.ts';
import { enrol } from '#local/keys/keyring.ts';
import * as files from '#local/store/files.ts';
import { newId } from '#local/store/new-id.ts';
import { memoryFiles } from '#local/testing/device.ts';
import { everything, setupOf } from '#shared/testing/clinic.tsx';
import { endHere } from './session-end.ts';
import { open } from './session-open.ts';
import { currentToken, takeToken } from './token.ts';
import * as workers from './workers.ts';

beforeEach(() => {
  vi.spyOn(files, 'originFiles').mockReturnValue(memoryFiles());
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage(): void {}
      terminate(): void {}
    },
  );
});
afterEach(async () => {
  await endHere();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a worker that asks with an old token gets the one that came meanwhile, and the cookie is used once', async () => {
  const started = vi.spyOn(workers, 'startWorker').mockImplementation(() => undefined);
  const person = { site: 'demo', UserId: newId(), Email: `${newId()}@demo.test`, name: 'Ben Ito' };
  const known = await enrol(person, 'Mainstay-demo-2026');
  const { site, UserId } = known;
  const withToken = (token: string) =>
    Session.parse({ token, expiresIn: 900_000, site, siteName: 'Riverside', UserId, SuperUser: false });
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(new URL(request.url, 'http://clinic.test').pathname);
    return Response.json(withToken('c.c.c'));
  });
  takeToken(withToken('a.a.a'));
  await open(known, setupOf(UserId, everything));
  const [opening, freshToken] = started.mock.calls[0] ?? [];
  expect(opening?.token).toBe('a.a.a');

  takeToken(withToken('b.b.b'));
  expect([await freshToken?.('a.a.a'), asked]).toEqual(['b.b.b', []]);
  expect(await freshToken?.('b.b.b')).toBe('c.c.c');
  expect([currentToken(), asked]).toEqual(['c.c.c', ['/api/session/refresh']]);
});
