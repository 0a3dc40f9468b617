import { maySeeChiropracticAdjustments } from '../../base/permissions.ts';
import type { Discipline } from '../../providers/provider.ts';

/** Why this user may not record findings of the spine in a case, or null (spec 6). */
export function spineRefusal(
  discipline: Discipline,
  user: Parameters<typeof maySeeChiropracticAdjustments>[0],
): string | null {
  if (discipline !== 'DC') return 'Findings of the spine belong in a case of chiropractic. They were not saved.';
  if (!maySeeChiropracticAdjustments(user)) return 'Only a chiropractor can record findings of the spine.';
  return null;
}
