import { afterEach, expect, test, vi } from 'vitest';
import type { IntakePage } from '#contract/intake/endpoints.ts';
import { actFor, actForNobody } from '../../kit/session.ts';
import { IntakeSender } from './intake-sender.ts';
import { nothing } from './sealed-input.ts';

afterEach(() => {
  actForNobody();
  vi.unstubAllGlobals();
});

test('of a patient whose turn at the kiosk has ended nothing more is sent, in whatever name', async () => {
  const tokens: (string | null)[] = [];
  let answer = (): void => undefined;
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    tokens.push(new Headers(headers).get('authorization'));
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return new Response(JSON.stringify({ rev: 1, others: {}, masked: {} }));
  });
  const nobody = async () => ({ error: { status: 401, message: '' } });
  actFor('of-rosa', nobody);
  // More than go with one call.
  const answers = Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`form.question${at}`, 'typed']));
  const intake = { IntakeId: 'one', inputKey: 'A'.repeat(43), rev: 0, forms: [] } as unknown as IntakePage;
  const ignore = () => undefined;
  const heard = { saving: ignore, refused: ignore, others: ignore, unmark: ignore };
  const sender = new IntakeSender(intake, { ...nothing, answers }, heard);
  const flushed = sender.flush();
  await vi.waitFor(() => expect(tokens).toHaveLength(1));
  sender.end();
  actFor('of-luz', nobody);
  answer();
  expect(await flushed).toBe(false);
  expect(tokens).toEqual(['Bearer of-rosa']);
});
