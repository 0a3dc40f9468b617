import type { Access } from './endpoint.ts';

/**
 * Whether a `can` list grants a permission (spec 6): by name; a trailing `%` in what is asked matches
 * any suffix; a dotted permission is granted by its wildcard parent with `.*`.
 */
export function holds(can: readonly string[], permission: string): boolean {
  if (permission.endsWith('%')) {
    const start = permission.slice(0, -1);
    return can.some((granted) => granted.startsWith(start));
  }
  if (can.includes(permission)) return true;
  for (let dot = permission.lastIndexOf('.'); dot > 0; dot = permission.lastIndexOf('.', dot - 1)) {
    if (can.includes(`${permission.slice(0, dot)}.*`)) return true;
  }
  return false;
}

/** Whether a signed-in user passes an access rule: all of `all`, at least one of `any`. */
export function mayEnter(user: { can: readonly string[]; SuperUser: boolean }, access: Access): boolean {
  if (access === 'public') return true;
  if (access.superuser && !user.SuperUser) return false;
  if (access.all && !access.all.every((permission) => holds(user.can, permission))) return false;
  return !access.any || access.any.some((permission) => holds(user.can, permission));
}

/** spec 6 */
export const permissionDenied = 'You do not have permission to access the requested area';
