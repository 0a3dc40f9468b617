import type { FastifyInstance } from 'fastify';

type Reply = Awaited<ReturnType<FastifyInstance['inject']>>;

/** Places in our code, texts of the database and of the runtime: none of them is for who calls. */
const ofOurs =
  /\bat (?:[\w.<>]+ )?\(?(?:file|node):|node_modules|\.ts:\d+|\bSQLSTATE\b|syntax error at|violates [\w-]+ constraint|relation "/;

/** What of ours an answer tells; null where it tells nothing. */
export function leakOf(body: string): string | null {
  return ofOurs.exec(body)?.[0] ?? null;
}

const longestMs = 2_000;

/** A busy machine makes any call slow now and then: the least of three times is what the call itself needs. */
const tries = 3;

export async function patiently(call: () => Promise<Reply>): Promise<{ reply: Reply; isSlow: boolean }> {
  for (let left = tries; ; left -= 1) {
    const began = performance.now();
    const reply = await call();
    const isSlow = performance.now() - began > longestMs;
    if (!isSlow || left === 1) return { reply, isSlow };
  }
}
