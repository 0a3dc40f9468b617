/** A PostgreSQL snapshot as text: `xmin:xmax:` and the transactions that were running. */
export type Snapshot = string;

/** What was surely committed: sees a little less, so a little is sent twice, and stays short however much is running. */
export function shortened(snapshot: Snapshot, longest: number): Snapshot {
  return snapshot.length <= longest ? snapshot : `${xminOf(snapshot)}:${xminOf(snapshot)}:`;
}

export function xminOf(snapshot: Snapshot): bigint {
  return BigInt(snapshot.split(':')[0] ?? '0');
}

/** The history that knows `later` cannot have forgotten `earlier`. */
export function isBehind(later: Snapshot, earlier: Snapshot): boolean {
  const xmaxOf = (snapshot: Snapshot) => BigInt(snapshot.split(':')[1] ?? '0');
  return xmaxOf(later) < xmaxOf(earlier);
}
