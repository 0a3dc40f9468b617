import { seesDashboardOnly } from '../base/permissions.ts';
import type { Setup } from './endpoints.ts';

/**
 * What somebody may do at a moment `now` (ms since 1970, this device's clock) by the setup it keeps: once emergency access
 * is over they hold what they held before it, whether or not the server could say so yet.
 */
export function rightsNow(
  { currentUser: { can, emergency }, website }: Setup,
  now: number,
): { can: string[]; dashboardOnly: boolean; isOver: boolean } {
  const isOver = emergency?.until !== undefined && now >= emergency.until;
  const left = isOver ? can.filter((permission) => permission !== 'has emergency access') : can;
  const dashboardOnly = seesDashboardOnly(left, website.enable_emergency_access ?? false);
  return { can: isOver && dashboardOnly ? ['request emergency access'] : left, dashboardOnly, isOver };
}
