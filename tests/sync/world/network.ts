import type { Life } from './life.ts';
import type { Server } from './server.ts';
import { busy, rest } from './turn.ts';

type Answer = { status: number; headers: Record<string, string>; body: string };

/** One request between a tab and the server. */
export type Letter = {
  number: number;
  life: Life;
  what: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  /** `sent`: on its way; `running`: the server works on it; `answered`: the reply is on its way back. */
  stage: 'sent' | 'running' | 'answered';
  reply: Answer | null;
  /** Nobody waits for a duplicate's reply, a dead tab's, or one given up. */
  reader: { resolve(response: Response): void; reject(error: Error): void } | null;
};

export type Network = ReturnType<typeof network>;

/** Everything that is under way; it moves only when the world moves it. */
export function network(server: Server, log: (line: string) => void) {
  const letters: Letter[] = [];
  let count = 0;

  const take = (letter: Letter) => void letters.splice(letters.indexOf(letter), 1);

  function add(letter: Omit<Letter, 'number' | 'stage' | 'reply'>): void {
    count += 1;
    letters.push({ ...letter, number: count, stage: 'sent', reply: null });
  }

  async function send(life: Life, request: Request): Promise<Response> {
    const body = await busy(request.text());
    const { pathname, search } = new URL(request.url);
    const headers = Object.fromEntries(request.headers);
    return new Promise((resolve, reject) => {
      const letter = {
        life,
        what: pathname.replace(/^\/api\//, '').replace(/[0-9a-f-]{36}/, ':id'),
        reader: { resolve, reject },
      };
      if (!life.isOnline) return reject(new TypeError('fetch failed'));
      add({ ...letter, method: request.method, url: pathname + search, headers, body });
      request.signal.addEventListener('abort', () => {
        const mine = letters.find((each) => each.reader?.reject === reject);
        if (mine) mine.reader = null;
        reject(request.signal.reason as Error);
      });
      return undefined;
    });
  }

  /** The server takes a request. Returns when it has answered, or when it waits for somebody's lock. */
  async function run(letter: Letter, mayBlock: boolean): Promise<void> {
    letter.stage = 'running';
    const already = mayBlock ? await server.blocked() : 0;
    let isDone = false;
    const work = server
      .app()
      .inject({
        method: letter.method as 'POST',
        url: letter.url,
        headers: letter.headers,
        ...(letter.body !== '' && { payload: letter.body }),
      })
      .then((reply) => {
        isDone = true;
        letter.stage = 'answered';
        letter.reply = {
          status: reply.statusCode,
          headers: textHeaders(reply.headers),
          body: reply.body,
        };
        log(`  #${letter.number} ${letter.what} ran: ${reply.statusCode}${parkedIn(reply.body)}`);
      });
    if (!mayBlock) return work;
    const wait = () => new Promise<void>((resolve) => void setTimeout(resolve, 3));
    while (!isDone && (await server.blocked()) <= already) await Promise.race([work, wait()]);
    if (!isDone) log(`  #${letter.number} ${letter.what} waits for a lock`);
    return undefined;
  }

  return {
    letters,
    send,
    run,
    /** Takes a letter off the wire and hands its reader what came of it. */
    deliver(letter: Letter, answer: Answer | 'lost' | 'cut' = letter.reply ?? 'lost'): void {
      take(letter);
      const { reader, reply } = letter;
      letter.reader = null;
      if (!reader || letter.life.isDead) return;
      if (answer === 'lost') return reader.reject(new TypeError('fetch failed'));
      if (answer === 'cut') {
        const body = new ReadableStream({
          start: (stream) => stream.error(new TypeError('terminated')),
        });
        return reader.resolve(new Response(body, { status: reply?.status ?? 200 }));
      }
      return reader.resolve(new Response(answer.body, { status: answer.status, headers: answer.headers }));
    },
    duplicate(letter: Letter): void {
      add({ ...letter, reader: null });
    },
    forget(letter: Letter): void {
      take(letter);
    },
    /** Waits for what was blocked until the lock went. */
    async settled(): Promise<void> {
      while (letters.some((letter) => letter.stage === 'running'))
        await new Promise<void>((resolve) => void setTimeout(resolve, 2));
      await rest();
    },
  };
}

function textHeaders(headers: Record<string, unknown>): Record<string, string> {
  const kept = ['content-type', 'date', 'retry-after'];
  return Object.fromEntries(kept.flatMap((name) => (name in headers ? [[name, String(headers[name])]] : [])));
}

function parkedIn(body: string): string {
  const reasons = [...body.matchAll(/"mid":(\d+),"status":"(\w+)","kind":("[\w-]+"|null)/g)];
  return reasons.length > 0 ? ` ${reasons.map(([, mid, status, kind]) => `${mid}=${status}/${kind}`).join(' ')}` : '';
}
