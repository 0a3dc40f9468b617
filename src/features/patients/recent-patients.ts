import { PatientId } from '#contract/base/ids.ts';

const most = 12;
const placeOf = (site: string, UserId: string) => `mainstay:recent-patients:${site}:${UserId}`;

/** Charts this user opened last on this device; ids only, names come from the sealed mirror. */
export function recentPatients(site: string, UserId: string): PatientId[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf(site, UserId)) ?? '[]');
    return Array.isArray(kept) ? kept.flatMap((id) => PatientId.safeParse(id).data ?? []) : [];
  } catch {
    return [];
  }
}

export function rememberPatient(site: string, UserId: string, id: PatientId): void {
  const next = [id, ...recentPatients(site, UserId).filter((each) => each !== id)].slice(0, most);
  try {
    localStorage.setItem(placeOf(site, UserId), JSON.stringify(next));
  } catch {
    // A convenience only; a full or forbidden storage changes nothing else.
  }
}
