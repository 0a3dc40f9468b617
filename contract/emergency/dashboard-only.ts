import { holds } from '../base/permissions.ts';

/** Users who may request emergency access but lack it are sent to the dashboard only, where it is enabled (spec 6). */
export function seesDashboardOnly(can: readonly string[], isEnabled: boolean): boolean {
  return isEnabled && holds(can, 'request emergency access') && !holds(can, 'has emergency access');
}
