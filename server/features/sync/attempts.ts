const most = 5;
const failed = new Map<string, number>();

/** Counts one more unexpected failure of a call; false when it is time to give up. Per process: a restart counts anew. */
export function mayTryAgain(call: string): boolean {
  const times = (failed.get(call) ?? 0) + 1;
  if (times > most) {
    failed.delete(call);
    return false;
  }
  if (failed.size > 10_000) failed.clear();
  failed.set(call, times);
  return true;
}

/** Forgets a call whose outcome is decided. */
export function settled(call: string): void {
  failed.delete(call);
}
