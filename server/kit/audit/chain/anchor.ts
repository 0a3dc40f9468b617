import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replacePrivateFile } from '#server/kit/db/private-file.ts';

const Mark = z.object({ seq: z.int().min(1), mac: z.string() });
/** A seal that a site's chain is known to have reached. */
export type Mark = z.output<typeof Mark>;
const Marks = z.record(z.string(), Mark);

/** What this machine remembers of each chain outside the database, so that an older copy of the database is noticed. */
export type Anchor = {
  get(site: string): Mark | undefined;
  sites(): string[];
  /** Later marks alone are kept. */
  set(site: string, mark: Mark): void;
};

export function fileAnchor(dataDir: string): Anchor {
  const path = join(dataDir, 'audit-anchor.json');
  const read = (): z.output<typeof Marks> => {
    try {
      return Marks.parse(JSON.parse(readFileSync(path, 'utf8')));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
      throw new Error(`${path} cannot be read. Restore it, or remove it to begin a new one.`, { cause: error });
    }
  };
  return {
    // Read anew each time: a command may seal beside the server.
    get: (site) => read()[site],
    sites: () => Object.keys(read()),
    set(site, mark) {
      const marks = read();
      if ((marks[site]?.seq ?? 0) >= mark.seq) return;
      replacePrivateFile(path, JSON.stringify({ ...marks, [site]: mark }));
    },
  };
}

export function memoryAnchor(): Anchor {
  const marks = new Map<string, Mark>();
  return {
    get: (site) => marks.get(site),
    sites: () => [...marks.keys()],
    set: (site, mark) => void marks.set(site, mark),
  };
}
