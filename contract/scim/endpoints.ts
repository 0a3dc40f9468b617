import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import type { OnlineTable } from '../base/endpoint.ts';
import { PermissionGroupId } from '../base/ids.ts';
import { Line } from '../base/text.ts';

const setUp = { all: ['access company', 'manage company settings', 'manage users'] };

export const ScimToken = z.object({
  ScimTokenId: z.uuid(),
  Name: z.string(),
  /** The permission groups of people whom the directory adds. */
  roles: z.array(PermissionGroupId),
  createdBy: z.string(),
  createdAt: Instant,
  usedAt: Instant.nullable(),
});
export type ScimToken = z.output<typeof ScimToken>;

export const scimEndpoints = {
  tokens: {
    call: 'GET /company/scimTokens',
    access: setUp,
    noChart: 'About directory tokens.',
    summary: 'Lists the directory tokens of this site, newest first, without their secrets.',
    input: z.strictObject({}),
    reply: z.object({ address: z.string(), tokens: z.array(ScimToken) }),
  },
  makeToken: {
    call: 'POST /company/scimTokens',
    access: setUp,
    noChart: 'About directory tokens.',
    summary: 'Creates a directory token and returns it once. Needs all rights that others here have.',
    input: z.strictObject({ Name: Line(60), roles: z.array(PermissionGroupId).max(20) }),
    reply: z.object({ token: z.string(), made: ScimToken }),
  },
  revokeToken: {
    call: 'DELETE /company/scimTokens/:id',
    access: setUp,
    noChart: 'About directory tokens.',
    summary: 'Revokes a token.',
    input: z.strictObject({ id: z.uuid() }),
    reply: z.object({ revoked: z.boolean() }),
  },
} as const satisfies OnlineTable;
