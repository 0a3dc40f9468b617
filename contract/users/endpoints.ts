import { z } from 'zod';
import { withBase } from '../base/base.ts';
import type { OnlineTable } from '../base/endpoint.ts';
import { FacilityId, PermissionGroupId, ProviderId, UserId } from '../base/ids.ts';
import { Line } from '../base/text.ts';
import { TimeZoneName } from '../base/time-zone.ts';
import { ProviderFields } from '../providers/provider-fields.ts';
import { Permission } from './permission-catalogue.ts';
import { ManagedUser, PermissionGroup } from './user.ts';

/** spec 2: a child of /company. */
const manageUsers = { all: ['access company', 'manage users'] } as const;

const Rights = z.array(Permission).max(500);
const Roles = z.array(PermissionGroupId).max(100);
const FacilityScope = z.array(FacilityId).min(1).max(1_000).nullable();
/** Empty for who sees their own visits alone. */
const ProviderScope = z.array(ProviderId).max(1_000).nullable();
const names = { FirstName: Line(60), LastName: Line(60) };
const fields = {
  ...names,
  Email: z.email().max(120).toLowerCase(),
  roles: Roles,
  individualPermissions: Rights,
  facilityIds: FacilityScope,
  providerIds: ProviderScope,
};
const UserChanges = z.strictObject({ ...fields, TimeZone: TimeZoneName, Disabled: z.boolean() }).partial();
const groupFields = { name: Line(60), permissions: Rights };

export const userEndpoints = {
  list: {
    call: 'GET /users',
    access: manageUsers,
    noChart: 'About the staff.',
    summary: 'Lists all users by name, including invited and disabled ones.',
    input: z.strictObject({}),
    reply: z.object({ users: z.array(ManagedUser) }),
  },
  create: {
    call: 'POST /users',
    access: manageUsers,
    noChart: 'About the staff.',
    summary: 'Invites a user by email, with a provider record if given. You can’t grant rights you don’t have.',
    input: z.strictObject({
      ...fields,
      providerIds: ProviderScope.default(null),
      TimeZone: TimeZoneName.optional(),
      provider: ProviderFields.omit({ FirstName: true, LastName: true }).nullable(),
    }),
    reply: ManagedUser,
  },
  update: {
    call: 'PUT /users/:id',
    access: manageUsers,
    noChart: 'About the staff.',
    summary: 'Changes a user. Fields not sent stay the same. Disabling ends all their sessions right away.',
    input: UserChanges.extend({ id: UserId, ...withBase }),
    reply: ManagedUser,
  },
  setRoles: {
    call: 'POST /users/:id/roles',
    access: manageUsers,
    noChart: 'About the staff.',
    summary: 'Sets the permission groups of a user.',
    input: z.strictObject({ id: UserId, roles: Roles, ...withBase }),
    reply: ManagedUser,
  },
  invite: {
    call: 'POST /users/:id/invitation',
    access: manageUsers,
    noChart: 'About the staff.',
    summary: 'Emails an invited user a new link. The earlier link stops working.',
    input: z.strictObject({ id: UserId }),
    reply: z.object({ sent: z.boolean() }),
  },
  resetSecondFactor: {
    call: 'POST /users/:id/secondFactor/remove',
    access: manageUsers,
    noChart: 'About the staff.',
    summary: 'Resets a user’s two-step sign-in and passkeys after a lost phone. Ends their sessions and emails them.',
    input: z.strictObject({ id: UserId }),
    reply: ManagedUser,
  },
  updateSelf: {
    call: 'PUT /currentUser',
    access: {},
    onDashboard: true,
    noChart: 'About the staff.',
    summary: 'Changes the caller’s name and time zone. Fields not sent stay the same.',
    input: z.strictObject({ ...names, TimeZone: TimeZoneName }).partial(),
    reply: z.object({ FirstName: z.string(), LastName: z.string(), TimeZone: z.string() }),
  },
  groups: {
    call: 'GET /company/permissionGroups',
    access: manageUsers,
    noChart: 'About the staff.',
    summary: 'Lists the permission groups by name.',
    input: z.strictObject({}),
    reply: z.object({ permissionGroups: z.array(PermissionGroup) }),
  },
  createGroup: {
    call: 'POST /company/permissionGroups',
    access: manageUsers,
    noChart: 'About the staff.',
    summary: 'Adds a permission group. You can’t grant rights you don’t have.',
    input: z.strictObject(groupFields),
    reply: PermissionGroup,
  },
  updateGroup: {
    call: 'PUT /company/permissionGroups/:id',
    access: manageUsers,
    noChart: 'About the staff.',
    summary: 'Changes a permission group. Members get the change right away.',
    input: z
      .strictObject(groupFields)
      .partial()
      .extend({ id: PermissionGroupId, ...withBase }),
    reply: PermissionGroup,
  },
  removeGroup: {
    call: 'DELETE /company/permissionGroups/:id',
    access: manageUsers,
    noChart: 'About the staff.',
    summary: 'Removes a group without members.',
    input: z.strictObject({ id: PermissionGroupId, ...withBase }),
    reply: z.object({ removed: z.boolean() }),
  },
} as const satisfies OnlineTable;
