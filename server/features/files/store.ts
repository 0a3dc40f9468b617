import { createHash } from 'node:crypto';
import { mediaTypeOf, type FileCategory, type MediaType } from '#contract/files/file.ts';
import type { Tx } from '#server/kit/context.ts';
import type { FileStore, Placed } from '#server/kit/files/file-store.ts';

export type NewFile = {
  site: string;
  /** Of its first version too. */
  FileId: string;
  PatientId: string;
  Name: string;
  Category: FileCategory;
  content: Uint8Array;
};

/**
 * Puts a file with its first version into a chart: its content is on disk for good before the transaction that names it
 * ends. Says false, and keeps nothing, where the content is of no type that is stored or another file has this id.
 */
export async function addFile(tx: Tx, files: FileStore, of: NewFile): Promise<boolean> {
  const { site, FileId, PatientId, Name, Category, content } = of;
  const MediaType = mediaTypeOf(content);
  if (!MediaType) return false;
  const isNew = await tx.run(
    `insert into files (site, "FileId", "PatientId", "Name", "Category") values (app_site(), $1, $2, $3, $4) on conflict do nothing`,
    [FileId, PatientId, Name, Category],
  );
  if (isNew === 0) return false;
  const { storedAs, sealedFileKey } = await files.put({ site, FileVersionId: FileId }, content);
  const hash = createHash('sha256').update(content).digest('hex');
  await tx.run(
    `insert into file_versions (site, "FileVersionId", "FileId", "PatientId", "Number", "MediaType", "Bytes", "Sha256", "storedAs", "sealedFileKey")
     values (app_site(), $1, $1, $2, 1, $3, $4, $5, $6, $7)`,
    [FileId, PatientId, MediaType, content.length, hash, storedAs, sealedFileKey],
  );
  return true;
}

export type FileRow = {
  FileId: string;
  PatientId: string;
  Name: string;
  Category: FileCategory;
  FileVersionId: string;
  Number: number;
  MediaType: MediaType;
  Bytes: number;
  createdAt: string;
};

const columns = `f."FileId", f."PatientId", f."Name", f."Category", v."FileVersionId", v."Number", v."MediaType", v."Bytes", v."createdAt"`;

/** The newest version of each file of a chart, newest first. */
export function filesOf(tx: Tx, PatientId: string): Promise<FileRow[]> {
  return tx.rows<FileRow>(
    `select distinct on (f."createdAt", f."FileId") ${columns} from files f
     join file_versions v on v.site = f.site and v."FileId" = f."FileId"
     where f.site = app_site() and f."PatientId" = $1 order by f."createdAt" desc, f."FileId", v."Number" desc`,
    [PatientId],
  );
}

export type VersionRow = FileRow & Placed & { Sha256: string };

export function versionOf(tx: Tx, FileVersionId: string): Promise<VersionRow | undefined> {
  return tx.maybe<VersionRow>(
    `select ${columns}, v."storedAs", v."sealedFileKey", v."Sha256" from file_versions v
     join files f on f.site = v.site and f."FileId" = v."FileId" where v.site = app_site() and v."FileVersionId" = $1`,
    [FileVersionId],
  );
}
