import { startingGroups, type StartingGroup } from '#server/features/sites/starting-groups.ts';
import type { ClinicSpec } from './clinic.ts';
import { userNames, type DemoUserName } from './cast.ts';
import { demoId } from './ids.ts';

/** Nobody of the cast is among those who may ask for emergency access. */
const groups = startingGroups;
type GroupName = StartingGroup;

const staff: Record<DemoUserName, { group: GroupName; FirstName: string; LastName: string }> = {
  front: { group: 'Front desk', FirstName: 'Fern', LastName: 'Delacroix' },
  pt: { group: 'Clinician', FirstName: '', LastName: '' },
  pta: { group: 'Assistant', FirstName: '', LastName: '' },
  biller: { group: 'Biller', FirstName: 'Bill', LastName: 'Ledgerwood' },
  admin: { group: 'Administrator', FirstName: 'Adele', LastName: 'Minister' },
  super: { group: 'Administrator', FirstName: 'Suki', LastName: 'Overstreet' },
};

export function groupRows({ site }: ClinicSpec) {
  return Object.entries(groups).map(([name, permissions]) => ({
    site,
    PermissionGroupId: groupId(site, name as GroupName),
    name,
    permissions,
  }));
}

function groupId(site: string, name: GroupName): string {
  return demoId(site, 'permissionGroup', name);
}

/** The demo logins, each in one group, and one login for each provider who is not one of them. All share one password. */
export function userRows(spec: ClinicSpec, PasswordHash: string) {
  const { site, timeZone: TimeZone } = spec;
  const common = { site, PasswordHash, DemoPassword: true, TimeZone, Preferences: {}, Disabled: false };
  const byRole = userNames.map((key) => {
    const { group, ...name } = staff[key];
    const provider = spec.providers.find((each) => each.user === key);
    return {
      ...common,
      UserId: demoId(site, 'user', key),
      Email: `${key}@${site}.test`,
      ...(provider ? { FirstName: provider.FirstName, LastName: provider.LastName } : name),
      SuperUser: key === 'super',
      EmployeeId: provider ? demoId(site, 'provider', provider.key) : null,
      roles: [groupId(site, group)],
      facilityIds: key === 'pta' && provider ? [demoId(site, 'facility', provider.facility)] : null,
    };
  });
  const others = spec.providers
    .filter((provider) => !provider.user)
    .map((provider) => ({
      ...common,
      UserId: demoId(site, 'user', provider.key),
      Email: `${provider.key}@${site}.test`,
      FirstName: provider.FirstName,
      LastName: provider.LastName,
      SuperUser: false,
      EmployeeId: demoId(site, 'provider', provider.key),
      roles: [groupId(site, provider.supervisor ? 'Assistant' : 'Clinician')],
      facilityIds: null,
    }));
  return [...byRole, ...others];
}
