import { mayManageCompanySettings, mayManagePlusSettings } from '../base/permissions.ts';
import type { SettingPage } from './setting.ts';

/** Whether a user may change what stands on a page of settings: by what opens the page itself (spec 2 and 6). */
export function mayChange(
  page: SettingPage,
  { can, SuperUser, plus }: { can: readonly string[]; SuperUser: boolean; plus: boolean },
): boolean {
  if (page === 'superuser') return SuperUser;
  return page === 'plus' ? mayManagePlusSettings(can, plus) : mayManageCompanySettings(can);
}
