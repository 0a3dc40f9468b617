import { Socket } from 'node:net';

export type Cables = {
  /** A socket for one more connection. */
  add(): Socket;
  /** Ends all of them, whatever is on its way over them. */
  cut(): void;
};

/** What is written in one go leaves in one go: each way into the system costs more than what is sent. */
class GatheringSocket extends Socket {
  #isGathering = false;

  override write(
    chunk: Uint8Array | string,
    encoding?: BufferEncoding | ((error?: Error | null) => void),
    done?: (error?: Error | null) => void,
  ): boolean {
    if (!this.#isGathering) {
      this.#isGathering = true;
      this.cork();
      process.nextTick(() => {
        this.#isGathering = false;
        this.uncork();
      });
    }
    return typeof encoding === 'function' ? super.write(chunk, encoding) : super.write(chunk, encoding, done);
  }
}

/** The sockets under the connections of a database. */
export function openCables(): Cables {
  const open = new Set<Socket>();
  let isCut = false;
  return {
    add() {
      const socket = new GatheringSocket();
      // Connecting has put the plain way of writing before ours.
      socket.once('connect', () => Reflect.deleteProperty(socket, 'write'));
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
