/**
 * PostgreSQL's timelines: each restore begins one of its own, at a fork of the one it came from. Positions in the log
 * are bytes; a segment holds 16 MB of them and is named by timeline and position.
 */
export type Fork = { timeline: number; lsn: string };
/** One stretch of a history: from `begin` up to `end`, which is null where it goes on. */
export type Stretch = { timeline: number; begin: bigint; end: bigint | null };

const segmentBytes = 16n * 1024n * 1024n;

/** `0/3000028` as bytes from the beginning. */
export function positionOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** The forks of a history file, oldest first: each names a former timeline and where it was left. */
export function parseHistory(text: string): Fork[] {
  return text.split('\n').flatMap((line) => {
    const [, timeline, lsn] = /^\s*(\d+)\s+([0-9A-F]{1,8}\/[0-9A-F]{1,8})(?:\s|$)/i.exec(line) ?? [];
    return timeline === undefined || lsn === undefined ? [] : [{ timeline: Number(timeline), lsn }];
  });
}

/**
 * What a timeline consists of, oldest first. A restore to a moment before the fork of its parent names that parent too,
 * with an end before its beginning: nothing of it is in the history.
 */
export function stretchesOf({ timeline, parents }: { timeline: number; parents: readonly Fork[] }): Stretch[] {
  const ends = [...parents.map(({ lsn }) => positionOf(lsn)), null];
  let limit: bigint | null = null;
  for (let at = ends.length - 1; at >= 0; at -= 1) {
    const end = ends[at] ?? null;
    if (end !== null && (limit === null || end < limit)) limit = end;
    ends[at] = limit;
  }
  const all = [...parents.map((parent) => parent.timeline), timeline].map((each, at) => ({
    timeline: each,
    begin: at === 0 ? 0n : (ends[at - 1] ?? 0n),
    end: ends[at] ?? null,
  }));
  return all.filter(({ begin, end }) => end === null || begin < end);
}

/** Whether a position of a timeline lies in a history, the fork itself included. */
export function holds(stretches: readonly Stretch[], { timeline, end }: { timeline: number; end: bigint }): boolean {
  return stretches.some((each) => each.timeline === timeline && (each.end === null || end <= each.end));
}

/** The file of the log that holds a position, as PostgreSQL names it. */
export function segmentOf(timeline: number, lsn: string): string {
  const at = positionOf(lsn);
  return hex(BigInt(timeline)) + hex(at >> 32n) + hex((at & 0xffffffffn) / segmentBytes);
}

/** What a segment's name says; also of the label of a backup, which lies in one. Null for any other name. */
export function segmentAt(name: string): { timeline: number; begin: bigint; end: bigint } | null {
  const [, timeline, high, low] =
    /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})(?:\.[0-9A-F]{8}\.backup)?$/.exec(name) ?? [];
  if (timeline === undefined || high === undefined || low === undefined) return null;
  const begin = (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) * segmentBytes;
  return { timeline: Number(`0x${timeline}`), begin, end: begin + segmentBytes };
}

/**
 * How much of a segment belongs to a history: all, nothing, or the bytes up to where its timeline was left. PostgreSQL
 * would go on past a fork where the segment of the next timeline is missing.
 */
export function bytesInHistory(stretches: readonly Stretch[], name: string): number | 'all' {
  const segment = segmentAt(name);
  const stretch = stretches.find((each) => each.timeline === segment?.timeline);
  if (!segment || !stretch) return 0;
  // The segment of a fork lies in both timelines, up to it the same.
  if (stretch.end === null || stretch.end >= segment.end) return 'all';
  return stretch.end <= segment.begin ? 0 : Number(stretch.end - segment.begin);
}

export function historyFileOf(timeline: number): string {
  return `${hex(BigInt(timeline))}.history`;
}

function hex(value: bigint): string {
  return value.toString(16).toUpperCase().padStart(8, '0');
}
