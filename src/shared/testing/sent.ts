import { vi } from 'vitest';
import { equipAlone } from './equip-alone.ts';

export type Sent = { method: string; path: string; body: Record<string, unknown> };

/** The answer to who changed what somebody else has changed meanwhile. */
export function overtakenBy(current: object, message = 'Someone else changed this.'): Response {
  return Response.json({ kind: 'changed-elsewhere', message, current }, { status: 409 });
}

/** A server in place of the network: gives what it was sent, in order. `vi.unstubAllGlobals` ends it. */
export function sentTo(replyTo: (path: string) => unknown): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (asked: Request | string) => {
    const request = new Request(asked);
    const { pathname: path } = new URL(request.url);
    const text = await request.text();
    if (text !== '') sent.push({ method: request.method, path, body: JSON.parse(text) as Sent['body'] });
    const reply = await replyTo(path);
    return reply instanceof Response ? reply : Response.json(reply);
  });
  equipAlone({ token: () => 'token', site: () => 'demo' });
  return sent;
}
