import type { FastifyInstance } from 'fastify';

type Reply = Awaited<ReturnType<FastifyInstance['inject']>>;

/** Places in our code, texts of the database and of the runtime: none of them is for who calls. */
const ofOurs =
  /\bat (?:[\w.<>]+ )?\(?(?:file|node):|node_modules|\.ts:\d+|\bSQLSTATE\b|syntax error at|violates [\w-]+ constraint|relation "/;

/** What of ours an answer tells; null where it tells nothing. */
export function leakOf(body: string): string | null {
  return ofOurs.exec(body)?.[0] ?? null;
}

const tries = 3;

/**
 * A call, and whether it takes long, the least of three times. What this process works for it counts as it is; what it
 * waits for the database, as it would on a machine with nothing else to do.
 */
export async function patiently(
  call: () => Promise<Reply>,
  longestMs = 2_000,
): Promise<{ reply: Reply; isSlow: boolean }> {
  for (let left = tries; ; left -= 1) {
    const began = performance.now();
    const before = process.cpuUsage();
    const reply = await call();
    const took = performance.now() - began;
    const isSlow = workedMs(before) > longestMs || (took > longestMs && took / slowdown() > longestMs);
    if (!isSlow || left === 1) return { reply, isSlow };
  }
}

const sampleMs = 200;

/** How many times longer work takes now than it would on a processor of its own; at least 1. */
function slowdown(): number {
  const began = performance.now();
  const before = process.cpuUsage();
  while (workedMs(before) < sampleMs);
  return Math.max(1, (performance.now() - began) / workedMs(before));
}

function workedMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}
