import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** From the first moment of the end on, requests under way have so long. */
const patienceMs = 2_500;

export type Closing = {
  /** From the first moment of the end on: whoever spreads requests over servers shall send no more here. */
  isAsked(): boolean;
};

type Patience = {
  /** The process is asked to end: what closes before this app must not make it look ready. */
  signal?: AbortSignal | undefined;
  drainMs?: number;
  cutAfterMs?: number;
};

/**
 * Lets the server end in time whatever is open. From the signal on, or while it closes, a reply ends its connection;
 * whoever takes longer than `cutAfterMs` is cut off. With `drainMs` it goes on for so long after it says that it is not
 * ready. The app must answer while it closes, and this must be its first hook.
 */
export function closeInTime(
  app: FastifyInstance,
  { signal, drainMs = 0, cutAfterMs = patienceMs }: Patience = {},
): Closing {
  const { server } = app;
  const open = new Set<Socket>();
  let isAsked = false;
  const ask = () => void (isAsked = true);
  if (signal?.aborted) ask();
  signal?.addEventListener('abort', ask, { once: true });
  let isOver = false;
  let alarm: NodeJS.Timeout | undefined;
  server.on('connection', (socket: Socket) => {
    if (isOver) return socket.destroy();
    open.add(socket);
    return socket.once('close', () => open.delete(socket));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isAsked) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    ask();
    alarm = setTimeout(() => {
      isOver = true;
      for (const socket of open) socket.destroy();
    }, cutAfterMs);
    if (drainMs > 0) await wait(drainMs);
  });
  app.addHook('onClose', async () => clearTimeout(alarm));
  return { isAsked: () => isAsked };
}
