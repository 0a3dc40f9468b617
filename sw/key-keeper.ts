import type { KeeperRequest } from '#local/keys/key-keeper-messages.ts';
import type { Unlocked } from '#local/keys/keyring.ts';

/** Holds the open key in this thread's memory: it outlives a reload and dies with the browser. */
export function keyKeeper(): (request: KeeperRequest, port: MessagePort | undefined) => void {
  let kept: Unlocked | null = null;
  return (request, port) => {
    if (request.type === 'KEEP_KEY') kept = request.unlocked;
    else if (request.type === 'GIVE_KEY') port?.postMessage(kept);
    else if (request.type === 'FORGET_KEY' && isOf(kept, request.of)) kept = null;
  };
}

function isOf(kept: Unlocked | null, of: { site: string; UserId: string } | undefined): boolean {
  return of === undefined || (kept?.site === of.site && kept.UserId === of.UserId);
}
