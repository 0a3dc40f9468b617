import { everyPermission } from '#server/kit/every-permission.ts';
import type { ClinicSpec } from './clinic.ts';
import { userNames, type DemoUserName } from './cast.ts';
import { demoId } from './ids.ts';

const clinician = [
  'edit patients',
  'write notes',
  'sign notes',
  'cosign notes',
  'record charges',
  'submit claims',
  'move visits.*',
  'return visits',
];
const assistant = [
  'write notes',
  'sign notes',
  'record charges',
  'move visits.checkedIn',
  'move visits.inProgress',
  'move visits.review',
];
const biller = [
  'edit patients',
  'access billing',
  'submit claims',
  'record charges',
  'return visits',
  'reopen visits',
  'move visits.*',
];
const frontDesk = [
  'edit patients',
  ...['confirmed', 'checkedIn', 'inProgress', 'cancelled', 'noShow', 'lateCancel'].map(
    (stage) => `move visits.${stage}`,
  ),
];

const staff: Record<DemoUserName, { can: string[]; role: string; FirstName: string; LastName: string }> = {
  front: { can: frontDesk, role: 'Front desk', FirstName: 'Fern', LastName: 'Delacroix' },
  pt: { can: clinician, role: 'Clinician', FirstName: '', LastName: '' },
  pta: { can: assistant, role: 'Assistant', FirstName: '', LastName: '' },
  biller: { can: biller, role: 'Biller', FirstName: 'Bill', LastName: 'Ledgerwood' },
  admin: { can: [...everyPermission], role: 'Administrator', FirstName: 'Adele', LastName: 'Minister' },
  super: { can: [...everyPermission], role: 'Superuser', FirstName: 'Suki', LastName: 'Overstreet' },
};

/** The demo logins, and one login for each provider who is not one of them. All share one password. */
export function userRows(spec: ClinicSpec, PasswordHash: string) {
  const { site, timeZone: TimeZone } = spec;
  const common = { site, PasswordHash, TimeZone, Preferences: {}, Disabled: false };
  const byRole = userNames.map((key) => {
    const { role, can, ...name } = staff[key];
    const provider = spec.providers.find((each) => each.user === key);
    return {
      ...common,
      UserId: demoId(site, 'user', key),
      Email: `${key}@${site}.test`,
      ...(provider ? { FirstName: provider.FirstName, LastName: provider.LastName } : name),
      SuperUser: key === 'super',
      EmployeeId: provider ? demoId(site, 'provider', provider.key) : null,
      can,
      roles: [role],
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
      can: provider.supervisor ? assistant : clinician,
      roles: [provider.supervisor ? 'Assistant' : 'Clinician'],
      facilityIds: null,
    }));
  return [...byRole, ...others];
}
