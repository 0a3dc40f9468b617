import { seesDashboardOnly } from '#contract/base/permissions.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import { decideEntry } from '#session/guards.ts';
import { screens, type Screen } from './screens.ts';

/** The screens the signed-in user may enter. */
export function useAllowedScreens(): readonly Screen[] {
  const user = useCurrentUser();
  const { enable_emergency_access = false } = useWebsite();
  const visitor = { ...user, dashboardOnly: seesDashboardOnly(user.can, enable_emergency_access) };
  return screens.filter(({ path, permission, dashboard }) => {
    const meta = { ...(permission && { permission }), ...(dashboard && { dashboard }) };
    return decideEntry(meta, visitor, path, false).enter;
  });
}
