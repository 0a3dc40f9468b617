import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Who began to send a request has so long to send the rest of its head once the server closes. */
const headMs = 2_000;

/**
 * Ends connections that no request came over when the server closes. Browsers open some in advance, and Node waits up
 * to 90 s for the first request of each. A request that has arrived, whole or in part, is answered.
 */
export function endUnusedConnections(app: FastifyInstance): void {
  const { server } = app;
  const unused = new Set<Socket>();
  let isClosing = false;
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
    if (isClosing) void endUnused([socket]);
  });
  for (const event of ['request', 'upgrade'])
    server.on(event, ({ socket }: { socket: Socket }) => void unused.delete(socket));

  async function endUnused(sockets: Iterable<Socket>): Promise<void> {
    // What has arrived is read in the turn that follows.
    for (let turn = 0; turn < 2; turn += 1) await nextTurn();
    for (const socket of sockets) if (unused.has(socket) && socket.bytesRead === 0) socket.destroy();
    setTimeout(() => {
      for (const socket of sockets) if (unused.has(socket)) socket.destroy();
    }, headMs).unref();
  }

  app.addHook('preClose', async () => {
    isClosing = true;
    await endUnused([...unused]);
  });
}
