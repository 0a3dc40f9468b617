import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { IntakePage } from '#contract/intake/endpoints.ts';
import { actFor, actForNobody } from '../kit/session.ts';
import { IntakeSender } from '../pages/intake/intake-sender.ts';
import { nothing } from '../pages/intake/sealed-input.ts';
import { sendLast } from './last-input.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  actForNobody();
});

test('a connection that says nothing is waited for no longer than three seconds', async () => {
  const end = vi.fn<() => void>();
  const isOver = vi.fn<() => void>();
  const waiting = sendLast({ sendLast: () => new Promise<never>(() => undefined), end }).then(isOver);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(isOver).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(end).toHaveBeenCalledOnce();
});

test('what is sent, or cannot be, is not waited for', async () => {
  for (const send of [async () => true, async () => false, async () => Promise.reject(new Error('no'))]) {
    const end = vi.fn<() => void>();
    await sendLast({ sendLast: send, end });
    expect(end).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  }
});

test('all that is left is sent though the page closes, and nothing with the login of the next patient', async () => {
  const asked: { url: string; token: string | null; reply(): void }[] = [];
  vi.stubGlobal('fetch', (url: string, { headers }: RequestInit) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const reply = () => resolve(new Response(JSON.stringify({ rev: 1, others: {}, masked: {} })));
    asked.push({ url, token: new Headers(headers).get('authorization'), reply });
    return promise;
  });
  const refused = async () => ({ error: { status: 401, message: '' } });
  actFor('of-rosa', refused);
  const page = { IntakeId: 'one', inputKey: 'A'.repeat(43), rev: 0, forms: [], answers: {} } as unknown as IntakePage;
  const photo = (question: string) => ({ question, FileVersionId: question, jpeg: 'AA' });
  const first = { ...nothing, answers: { 'a.b': 'typed' }, photos: [photo('card.front'), photo('card.back')] };
  const ignore = () => undefined;
  const heard = { saving: ignore, refused: ignore, others: ignore, unmark: ignore };
  const sender = new IntakeSender(page, first, heard);
  const over = sendLast(sender);
  sender.stop();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.reply();
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  await vi.advanceTimersByTimeAsync(3_000);
  await over;
  actFor('of-luz', refused);
  asked[1]?.reply();
  expect(await sender.flush()).toBe(false);
  expect(asked.map(({ token }) => token)).toEqual(['Bearer of-rosa', 'Bearer of-rosa']);
  expect(asked.map(({ url }) => url)).toEqual(['/api/intake/one/answers', '/api/intake/one/photos']);
});
