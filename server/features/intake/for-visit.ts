import type { Tx } from '#server/kit/context.ts';
import type { FileStore } from '#server/kit/files/file-store.ts';

/** Whose blank forms they turned out to be, and when they were filled in. */
export type ForVisit = {
  tx: Tx;
  site: string;
  files: FileStore;
  VisitId: string;
  PatientId: string;
  ip: string;
  at: Date;
  newId(): string;
};
