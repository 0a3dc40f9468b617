import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { IntakePage } from '#contract/intake/endpoints.ts';
import { keepSession, logOut } from '../../kit/session.ts';
import { IntakeSender } from './intake-sender.ts';
import { keptInput, nothing, type Pending } from './sealed-input.ts';

const IntakeId = '0193a0a0-0000-7000-8000-00000000000a' as IntakePage['IntakeId'];
const inputKey = 'A'.repeat(43);
const page = { IntakeId, inputKey, rev: 3, forms: [], answers: {} } as unknown as IntakePage;
const onePhoto = { question: 'card.front', FileVersionId: '0193a0a0-0000-7000-8000-00000000000b', jpeg: 'AA' };
/** Longer than a test: it sends when it is told to. */
const never = 3_600_000;

type Asked = {
  call: string;
  token: string | null;
  body: Record<string, unknown>;
  reply(body: object, status?: number): void;
};
let asked: Asked[] = [];
let made: IntakeSender[] = [];
/** From now on each call fails at once. */
let isDown = false;

const login = async (who: string) => {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
  const token = `a.${btoa(JSON.stringify({ site: 'demo', sub: who }))}.1`;
  await keepSession({ token, SessionId: who, turn: 1, kind: 'patient', level: 'L1', scope: 'intake' } as never, keys);
  return token;
};

beforeEach(async () => {
  asked = [];
  made = [];
  isDown = false;
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('fetch', (url: string, { method, body, headers }: RequestInit) => {
    const call = `${method} ${url.replace('/api', '').replace(IntakeId, ':id')}`;
    const { promise, resolve } = Promise.withResolvers<Response>();
    asked.push({
      call,
      token: new Headers(headers).get('authorization'),
      body: JSON.parse(String(body)) as Record<string, unknown>,
      reply: (reply, status = 200) => resolve(new Response(JSON.stringify(reply), { status })),
    });
    if (isDown) asked.at(-1)?.reply({}, 500);
    return promise;
  });
  await login('a');
});
afterEach(() => {
  for (const sender of made) sender.stop();
  for (const one of asked) one.reply({}, 500);
  vi.unstubAllGlobals();
});

function open(first: Pending = nothing, others = vi.fn(), unmark = vi.fn()): IntakeSender {
  const heard = { saving: () => undefined, refused: () => undefined, unmark, others };
  const sender = new IntakeSender(page, first, heard);
  made.push(sender);
  sender.start();
  return sender;
}
const typed = (answers: Pending['answers']) => (pending: Pending) => ({
  ...pending,
  answers: { ...pending.answers, ...answers },
});
const call = async (at: number) => {
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(at));
  return asked[at] as Asked;
};
const saved = (rev: number, others: object = {}) => ({ rev, others, masked: {} });
const kept = () => keptInput(IntakeId, inputKey);

test('once its page is closed it sends nothing more, and what the server has is kept no longer', async () => {
  const sender = open();
  sender.add((pending) => ({ ...typed({ 'a.b': '1' })(pending), photos: [onePhoto] }), never);
  const whole = sender.flush();
  const first = await call(0);
  sender.stop();
  first.reply(saved(4));
  expect(await whole).toBe(false);
  expect(await sender.flush()).toBe(false);
  expect(asked.map((one) => one.call)).toEqual(['PUT /intake/:id/answers']);
  expect(await kept()).toEqual({ ...nothing, photos: [onePhoto] });
});

test('answers never go with the token of who logged in after them', async () => {
  const sender = open();
  sender.add(typed({ 'a.b': '1' }), never);
  const whole = sender.flush();
  (await call(0)).reply({ message: 'expired' }, 401);
  const renewal = await call(1);
  expect(renewal.call).toBe('POST /patientLogin/refresh');
  sender.stop();
  isDown = true;
  renewal.reply({ token: `a.${btoa(JSON.stringify({ site: 'demo', sub: 'b' }))}.1`, SessionId: 'b', turn: 2 });
  expect(await whole).toBe(false);
  expect(asked).toHaveLength(2);
});

test.each(['a call', 'a keeping'])('after a logout nothing is kept, though %s was under way', async (what) => {
  const sender = open();
  sender.add(typed({ 'a.b': '1' }), never);
  const whole = what === 'a call' ? IntakeSender.kept().then(() => sender.flush()) : Promise.resolve();
  if (what === 'a call') await call(0);
  const underWay = IntakeSender.kept();
  sender.stop();
  const out = logOut();
  const at = asked.findIndex((one) => one.call === 'POST /patientLogout');
  asked[at]?.reply({ ended: true });
  await out;
  asked[at - 1]?.reply({}, 500);
  await Promise.all([whole, underWay]);
  expect(await kept()).toEqual(nothing);
});

test('in another language the next one goes on: its newer answers stand on the phone, and go out after the older ones', async () => {
  const former = open();
  former.add(typed({ 'a.b': 'old', 'a.c': 'same' }), never);
  const end = former.flush();
  const older = await call(0);
  former.add(typed({ 'a.b': 'half' }), never);
  const waiting = IntakeSender.open(IntakeId) ?? nothing;
  former.stop();
  const next = open(waiting);
  next.add(typed({ 'a.b': 'newer' }), never);
  await IntakeSender.kept();
  expect(await kept()).toEqual({ ...nothing, answers: { 'a.b': 'newer', 'a.c': 'same' } });
  const whole = next.flush();
  expect(asked).toHaveLength(1);
  older.reply(saved(4));
  expect(await end).toBe(false);
  expect(await kept()).toEqual({ ...nothing, answers: { 'a.b': 'newer', 'a.c': 'same' } });
  const newer = await call(1);
  expect(newer.body['answers']).toEqual({ 'a.b': 'newer', 'a.c': 'same' });
  newer.reply(saved(5));
  expect(await whole).toBe(true);
  expect(await kept()).toEqual(nothing);
});

test('what waited is taken over from an open page, and from no closed one', () => {
  const sender = open();
  sender.add(typed({ 'a.b': '1' }), never);
  expect(IntakeSender.open(IntakeId)).toEqual({ ...nothing, answers: { 'a.b': '1' } });
  expect(IntakeSender.open('another')).toBeNull();
  sender.stop();
  expect(IntakeSender.open(IntakeId)).toBeNull();
});

test('after a photo, answers of other devices are still told, and a photo taken again meanwhile stays', async () => {
  const others = vi.fn();
  const sender = open(nothing, others);
  sender.add((pending) => ({ ...pending, photos: [onePhoto] }), never);
  const photos = sender.flush();
  // Another device answered before it: its answer is 4.
  (await call(0)).reply(saved(5));
  expect(await photos).toBe(true);
  expect(others).not.toHaveBeenCalled();
  const again = { ...onePhoto, FileVersionId: '0193a0a0-0000-7000-8000-00000000000c' };
  sender.add((pending) => ({ ...typed({ 'a.b': '1' })(pending), photos: [again] }), never);
  const answers = sender.flush();
  const save = await call(1);
  expect(save.body).toMatchObject({ rev: 3, answers: { 'a.b': '1' } });
  save.reply(saved(6, { 'a.c': 'theirs', [onePhoto.question]: onePhoto.FileVersionId }));
  (await call(2)).reply(saved(7));
  expect(await answers).toBe(true);
  expect(others.mock.calls).toEqual([[{ 'a.c': 'theirs' }, {}]]);
});

test('a photo that is refused gives its place back to the one the server has', async () => {
  const unmark = vi.fn();
  const second = { ...onePhoto, FileVersionId: '0193a0a0-0000-7000-8000-00000000000c' };
  const sender = open({ ...nothing, photos: [onePhoto] }, vi.fn(), unmark);
  const first = sender.flush();
  (await call(0)).reply(saved(4));
  expect(await first).toBe(true);
  sender.add((pending) => ({ ...pending, photos: [second, { ...second, question: 'card.back' }] }), never);
  const whole = sender.flush();
  (await call(1)).reply({ kind: 'user-visible', message: 'No more photos.' }, 490);
  (await call(2)).reply({ kind: 'user-visible', message: 'No more photos.' }, 490);
  expect(await whole).toBe(true);
  expect(unmark.mock.calls).toEqual([[{ 'card.front': onePhoto.FileVersionId }], [{ 'card.back': null }]]);
});
