import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { joinedKeys } from '../keys/key-places.ts';
import { asOwner } from './as-owner.ts';
import { historyHere } from './history-here.ts';
import { writeText, type BackupTo, type Source } from './make-backup.ts';
import type { RecoveryKey } from './recovery-key.ts';
import { madeAt, madeOn } from './retention.ts';
import { readSealed } from './sealed-file.ts';
import type { Stretch } from './timelines.ts';
import { vaultOf, type About, type Vault } from './vault.ts';

/** Files by their names: keys, passwords, and how far the audit log had come. */
export const KeyFiles = z.record(z.string().regex(/^[\w.-]+$/), z.string());
export type KeyFiles = z.output<typeof KeyFiles>;

/** Puts keys that are about to be used beside the backups, none of which has them yet. */
export async function sealNewKeys(
  source: Pick<Source, 'ownerUrl'>,
  { dir, key }: BackupTo,
  files: KeyFiles,
): Promise<void> {
  const { system, timeline } = await asOwner(source, historyHere);
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${timeline}`;
  await writeText(vaultOf(dir, system).newKeys(name), key, JSON.stringify(KeyFiles.parse(files)));
}

type Wanted = { vault: Vault; key: RecoveryKey; about: Pick<About, 'startedAt'>; stretches: readonly Stretch[] };

/** The keys of a backup, with those before them that were made after it in the history that is restored. */
export async function withNewKeys(files: KeyFiles, { vault, key, about, stretches }: Wanted): Promise<KeyFiles> {
  const isOfIt = (name: string) => stretches.some(({ timeline }) => timeline === madeOn(name));
  const names = (await vault.newKeyNames()).filter((name) => madeAt(name) >= about.startedAt && isOfIt(name));
  const all = { ...files };
  for (const name of names.toSorted()) {
    const made = vault.newKeys(name);
    const texts = KeyFiles.parse(JSON.parse(await text(readSealed(made.path, made.name, key))));
    for (const [file, present] of Object.entries(texts)) {
      const former = all[file];
      all[file] = former === undefined ? present : joinedKeys(present, former);
    }
  }
  return all;
}
