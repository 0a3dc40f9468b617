import { vi } from 'vitest';
import { equipApi } from '#shared/api.ts';

export type Sent = { method: string; path: string; body: Record<string, unknown> };

/** A server in place of the network: gives what it was sent, in order. `vi.unstubAllGlobals` ends it. */
export function sentTo(replyTo: (path: string) => unknown): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (asked: Request | string) => {
    const request = new Request(asked);
    const { pathname: path } = new URL(request.url);
    const text = await request.text();
    if (text !== '') sent.push({ method: request.method, path, body: JSON.parse(text) as Sent['body'] });
    return Response.json(replyTo(path));
  });
  equipApi({
    token: () => 'token',
    site: () => 'demo',
    socketId: () => null,
    refresh: async () => false,
    meetRefusal: async () => 'throw',
  });
  return sent;
}
