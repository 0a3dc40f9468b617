import type { EndpointName } from '#contract/endpoints.ts';
import { knownPermissions } from '#contract/users/permission-catalogue.ts';
import { cast } from '#server/demo/cast.ts';
import { whoMayCall } from './who-may-call.ts';

const combined = new Set(
  Object.values(whoMayCall)
    .flatMap((who) => (typeof who === 'string' ? [] : who))
    .filter((line) => line.includes(' + ')),
);
/** Each permission alone, and those that belong together. */
export const everybody: string[][] = [
  ...knownPermissions.map(({ permission }) => [permission]),
  [`access operations report.facility.${cast.facilities.harborview}`],
  [`access reports.provider.${cast.providers.maya}`],
  ...[...combined].map((line) => line.split(' + ')),
];

/** Whether the lines of `who-may-call.ts` let staff with these permissions in. */
export function mayEnter(can: readonly string[], name: EndpointName): boolean {
  const who = whoMayCall[name];
  if (who === 'anyone' || who === 'staff') return true;
  if (who === 'patient') return false;
  return who !== 'superuser' && who.some((line) => line.split(' + ').every((permission) => can.includes(permission)));
}
