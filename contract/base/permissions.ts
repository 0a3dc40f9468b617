import type { Access } from './endpoint.ts';

/**
 * Whether a `can` list grants a permission (spec 6): by name; a trailing `%` in what is asked matches
 * any suffix; a dotted permission is granted by its wildcard parent with `.*`.
 */
export function holds(can: readonly string[], permission: string): boolean {
  if (permission.endsWith('%')) {
    const start = permission.slice(0, -1);
    return can.some((granted) => granted.startsWith(start)) || hasWildcardParent(can, start);
  }
  return can.includes(permission) || hasWildcardParent(can, permission);
}

function hasWildcardParent(can: readonly string[], permission: string): boolean {
  for (let dot = permission.lastIndexOf('.'); dot > 0; dot = permission.lastIndexOf('.', dot - 1)) {
    if (can.includes(`${permission.slice(0, dot)}.*`)) return true;
  }
  return false;
}

/** The lists of a route (spec 6): every `and` permission is needed, and at least one of `or`. */
export type PermissionLists = { and?: readonly string[] | undefined; or?: readonly string[] | undefined };

export function passes(can: readonly string[], { and, or }: PermissionLists): boolean {
  if (and && !and.every((permission) => holds(can, permission))) return false;
  return !or || or.some((permission) => holds(can, permission));
}

/** Whether a signed-in user passes an access rule: all of `all`, at least one of `any`. */
export function mayEnter(user: { can: readonly string[]; SuperUser: boolean }, access: Access): boolean {
  if (access === 'public') return true;
  if (access.superuser && !user.SuperUser) return false;
  return passes(user.can, { and: access.all, or: access.any });
}

/** spec 6 */
export const permissionDenied = 'You do not have permission to access the requested area';

export const reportTabs = ['operations', 'claims', 'revenue'] as const;
export type ReportTab = (typeof reportTabs)[number];

/** A tab of reports opens by its own name, or by any facility of it. */
export function mayOpenReports(can: readonly string[], tab: ReportTab): boolean {
  return passes(can, { or: [`access ${tab} report`, `access ${tab} report.%`] });
}

/** The name of the tab alone shows no facility: each is granted by its id, or all by a wildcard parent. */
export function mayReportFacility(can: readonly string[], tab: ReportTab, FacilityId: string): boolean {
  return holds(can, `access ${tab} report.facility.${FacilityId}`);
}

export function mayReportProvider(can: readonly string[], ProviderId: string): boolean {
  return holds(can, `access reports.provider.${ProviderId}`);
}

/** spec 6: superusers, and providers who are chiropractors. */
export function maySeeChiropracticAdjustments(user: { SuperUser: boolean; ProviderType: string | null }): boolean {
  return user.SuperUser || user.ProviderType === 'DC';
}

/** spec 6: where a company has switched emergency access on, who may ask for it but lacks it sees the dashboard only. */
export function seesDashboardOnly(can: readonly string[], isEmergencyAccessOn: boolean): boolean {
  return isEmergencyAccessOn && holds(can, 'request emergency access') && !holds(can, 'has emergency access');
}

/** spec 2: the settings are a child of /company. */
export function mayManageCompanySettings(can: readonly string[]): boolean {
  return passes(can, { and: ['access company', 'manage company settings'] });
}

/** spec 2: the page of the plus tier needs the tier and its permission. */
export function mayManagePlusSettings(can: readonly string[], isPlus: boolean): boolean {
  return isPlus && passes(can, { and: ['access company', 'manage prompt plus settings'] });
}

/** spec 6: lead counts for New, Working and Converted show only with the plus tier. */
export function showsLeadCount(stage: 'New' | 'Working' | 'Pending' | 'Converted', isPlus: boolean): boolean {
  return isPlus || stage === 'Pending';
}
