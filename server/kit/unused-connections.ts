import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Ends connections that no request came over when the server closes. Browsers open some in advance, and Node waits up
 * to 90 s for the first request of each.
 */
export function endUnusedConnections(app: FastifyInstance): void {
  const { server } = app;
  const unused = new Set<Socket>();
  let isClosing = false;
  server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy();
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  for (const event of ['request', 'upgrade'])
    server.on(event, ({ socket }: { socket: Socket }) => void unused.delete(socket));
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of unused) socket.destroy();
  });
}
