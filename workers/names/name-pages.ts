import type { PatientName } from '#contract/patients/patient-name.ts';
import type { NamePage } from '#local/store/db.ts';
import type { Device } from '#local/store/device.ts';
import { adoptMirrorKey } from '#local/keys/mirror-key.ts';
import { openAll, sealContext, sealAll } from '#local/keys/seal.ts';
import type { NameIndex } from './name-index.ts';

const placeOfPage = (page: number) => sealContext('namePages', String(page));

/** Seals pages of the index as they are now; to be written in the transaction that makes them true. */
export async function sealPages(device: Device, names: NameIndex, pages: Iterable<number>): Promise<NamePage[]> {
  const wanted = [...pages];
  const sealed = await sealAll(
    device.mirrorKey.key,
    wanted.map((page) => ({ place: placeOfPage(page), value: names.page(page) })),
  );
  return sealed.map((one, at) => ({ page: wanted[at] ?? 0, ...one }));
}

/** Fills the index from all stored pages, or only some; false when one does not open. */
export async function loadPages(device: Device, names: NameIndex, only?: number[]): Promise<boolean> {
  const stored = only ? await device.mirror.namePages.bulkGet(only) : await device.mirror.namePages.toArray();
  const pages = stored.filter((page) => page !== undefined);
  const open = () =>
    openAll<(PatientName | null)[]>(
      device.mirrorKey.key,
      pages.map((page) => ({ place: placeOfPage(page.page), sealed: page })),
    );
  let opened = await open();
  // Pages of a mirror that was made anew meanwhile have another key.
  if (opened.includes(undefined) && (await adoptMirrorKey(device))) opened = await open();
  if (!only) names.clear();
  opened.forEach((entries, at) => {
    const from = pages[at];
    if (entries && from) names.setPage(from.page, entries);
  });
  names.settle();
  return opened.every((page) => page !== undefined);
}
