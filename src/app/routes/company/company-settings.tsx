import { PlusSettingsScreen, SettingsScreen } from '#features/settings/settings-screen.tsx';

/** /company/settings (spec 2): manage company settings, which the router checks. */
export function CompanySettingsRoute() {
  return <SettingsScreen />;
}

/** /company/plus (spec 2): manage prompt plus settings, and the plus tier. */
export function CompanyPlusRoute() {
  return <PlusSettingsScreen />;
}
