import { Socket } from 'node:net';

export type Cables = {
  /** A socket for one more connection. */
  add(): Socket;
  /** Ends all of them, whatever is on its way over them. */
  cut(): void;
};

/** The sockets under the connections of a database. */
export function openCables(): Cables {
  const open = new Set<Socket>();
  let isCut = false;
  return {
    add() {
      const socket = new Socket();
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      if (isCut) socket.destroy(new Error('The database is being closed.'));
      return socket;
    },
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
  };
}
