import { createHash } from 'node:crypto';
import { z } from 'zod';
import { tarEntries } from './tar-entries.ts';

/** What PostgreSQL says of the files of a base backup. */
const Manifest = z.object({
  Files: z.array(
    z.object({
      Path: z.string().optional(),
      'Encoded-Path': z.string().optional(),
      Size: z.int(),
      'Checksum-Algorithm': z.literal('SHA256').optional(),
      Checksum: z.string().optional(),
    }),
  ),
});

type Told = { size: number; sha256: string | undefined };

export function filesOf(manifest: Buffer): Map<string, Told> {
  const { Files } = Manifest.parse(JSON.parse(manifest.toString()));
  return new Map(
    Files.map((file) => [
      file.Path ?? Buffer.from(file['Encoded-Path'] ?? '', 'hex').toString(),
      { size: file.Size, sha256: file.Checksum },
    ]),
  );
}

/** Takes each entry of a base backup, and proves that all of them are there and as PostgreSQL read them. */
export type Place = {
  folder(path: string): void;
  file(path: string, bytes: AsyncIterable<Buffer>): Promise<void>;
};

export async function unpackBase(
  tar: AsyncIterable<Buffer>,
  manifest: Buffer,
  place: Place,
): Promise<{ files: number; bytes: number }> {
  const told = filesOf(manifest);
  let count = 0;
  let all = 0;
  for await (const { path, kind, size, bytes } of tarEntries(tar)) {
    if (kind === 'folder') {
      place.folder(path);
      continue;
    }
    const hash = createHash('sha256');
    await place.file(path, hashed(bytes, hash));
    const known = told.get(path);
    told.delete(path);
    const isSame = known?.size === size && known.sha256 === hash.digest('hex');
    if (!isSame) throw new Error(`The file ${path} of the backup is not the one that was backed up.`);
    count += 1;
    all += size;
  }
  const [missing] = told.keys();
  if (missing !== undefined) throw new Error(`The file ${missing} is missing in the backup.`);
  return { files: count, bytes: all };
}

/** For looking at a backup without putting it anywhere. */
export const nowhere: Place = {
  folder: () => undefined,
  async file(_path, bytes) {
    for await (const _ of bytes);
  },
};

async function* hashed(bytes: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>) {
  for await (const some of bytes) {
    hash.update(some);
    yield some;
  }
}
