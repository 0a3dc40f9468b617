import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { actFor, actForNobody } from '../kit/session.ts';
import { Programs, type KeptProgram } from './kept-program.ts';
import { sendLogs } from './send-logs.ts';

const tokenOf = (sub: string) => `a.${btoa(JSON.stringify({ site: 'demo', sub }))}.1`;
const entry = (id: string) => ({ HomeProgramLogId: id }) as KeptProgram['unsent'][number];
const rosas = (unsent: string[]): KeptProgram => ({
  subject: 'rosa',
  items: [],
  notes: [],
  logs: [],
  unsent: unsent.map(entry),
});

let isExpired: boolean;
let sent: string[][];

beforeEach(() => {
  isExpired = false;
  sent = [];
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    if (isExpired) {
      isExpired = false;
      return new Response('{}', { status: 401 });
    }
    const ids = (JSON.parse(String(body)) as { logs: { HomeProgramLogId: string }[] }).logs.map(
      (one) => one.HomeProgramLogId,
    );
    sent.push(ids);
    return new Response(JSON.stringify({ taken: ids, refused: [] }));
  });
});
afterEach(() => {
  actForNobody();
  vi.unstubAllGlobals();
});

async function send(of: KeptProgram): Promise<KeptProgram> {
  let left = of;
  await sendLogs(new Programs(), of, {
    answered(kept) {
      left = kept;
    },
  });
  return left;
}

test('entries go out in the login of their patient, as many at once as a call takes', async () => {
  actFor(tokenOf('rosa'), async () => ({ error: { status: 401, message: '' } }));
  const ids = Array.from({ length: 201 }, (_, at) => `log-${at}`);
  const { unsent, logs } = await send(rosas(ids));
  expect(sent.map((each) => each.length)).toEqual([200, 1]);
  expect(unsent).toEqual([]);
  expect(logs.map((one) => one.HomeProgramLogId)).toEqual(ids);
});

test('a login that turns out to be another patient’s sends nothing, also where only the renewed one is', async () => {
  const renewed = async () => ({ data: { token: tokenOf('luz') } });
  actFor(tokenOf('luz'), renewed);
  expect((await send(rosas(['one']))).unsent).toHaveLength(1);
  actFor(tokenOf('rosa'), renewed);
  isExpired = true;
  expect((await send(rosas(['one']))).unsent).toHaveLength(1);
  expect(sent).toEqual([]);
});
