import { schemaVersion } from '#contract/schema-version.ts';
import { fromBase64, toBase64 } from '../store/base64.ts';
import type { StoredDraft } from '../store/db.ts';
import { device, type Device } from '../store/device.ts';
import { copyPath, draftFolder, nextTurn, openDraft, sawTurn, sealDraft } from './drafts.ts';
import { joinedDraft } from './field-drafts.ts';
import { sealContext, seal } from '../keys/seal.ts';

/*
 * A draft in IndexedDB waits for the disk, which another program can keep busy for half a second and more. What is
 * typed meanwhile lies in a file beside it, which the system has at once: it outlives the tab, though not the power.
 */

/** Before somebody types, so that the first copy is as fast as the others. */
export function prepareCopies(): void {
  device().copies.prepare();
}

/** Writes what is typed beside its draft; resolves when a dying tab can no longer take it along. */
export async function keepCopy(key: string, value: unknown, to: Device = device()): Promise<void> {
  const turn = nextTurn();
  const { n, c } = await seal(to.dataKey, sealContext('drafts', key), value);
  const copy = { key, schemaVersion, turn, n: toBase64(n), c: toBase64(new Uint8Array(c)) };
  // The line end tells a whole copy from the rest of a longer one below it.
  await to.copies.write(copyPath(to, key), `${JSON.stringify(copy)}\n`);
}

/** Puts the copy of a draft in its place where it is the later one. */
export async function takeCopy(key: string, on: Device = device()): Promise<void> {
  const copy = copyOf(await on.files.read(copyPath(on, key)));
  if (!copy || copy.key !== key) return;
  sawTurn(copy.turn);
  const before = await on.outbox.drafts.get(key);
  if (before && !isLater(copy, before)) return;
  const joined = before ? await overSaves(on, copy, before) : copy;
  await on.outbox.transaction('rw', on.outbox.drafts, async () => {
    const kept = await on.outbox.drafts.get(key);
    if (kept?.turn === before?.turn) await on.outbox.drafts.put(joined);
  });
}

function isLater(copy: StoredDraft, draft: StoredDraft): boolean {
  return (draft.turn ?? 0) < (copy.turn ?? 0);
}

/** The copy over what the draft knows of the person's own saves. */
async function overSaves(on: Device, copy: StoredDraft, before: StoredDraft): Promise<StoredDraft> {
  const [later, earlier] = await Promise.all([openDraft(on, copy), openDraft(on, before)]);
  if (later === undefined || earlier === undefined) return copy;
  return sealDraft(on, { key: copy.key, turn: copy.turn ?? 0, value: joinedDraft(later, earlier) });
}

/** The same with every copy but of what somebody has before them in another tab (`isOpen`); a taken one goes. */
export async function takeCopies(on: Device, isOpen: (key: string) => Promise<boolean>): Promise<void> {
  for (const name of await on.files.list(draftFolder(on))) {
    const key = decodeURIComponent(name);
    if (await isOpen(key)) continue;
    await takeCopy(key, on);
    // Who opened it meanwhile may be writing there.
    if (!(await isOpen(key))) await on.files.remove(copyPath(on, key));
  }
}

function copyOf(text: string | undefined): StoredDraft | undefined {
  const [line, rest] = text?.split('\n', 2) ?? [];
  if (line === undefined || rest === undefined) return undefined;
  try {
    const { n, c, ...copy } = JSON.parse(line) as Omit<StoredDraft, 'n' | 'c'> & { n: string; c: string };
    return { ...copy, n: fromBase64(n), c: fromBase64(c).buffer };
  } catch {
    return undefined;
  }
}
