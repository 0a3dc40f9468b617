import { z } from 'zod';
import { withBase } from '../base/base.ts';
import type { OnlineTable } from '../base/endpoint.ts';
import { ProviderId, UserId } from '../base/ids.ts';
import { Provider } from './provider.ts';
import { ProviderChanges, ProviderFields } from './provider-fields.ts';

/** spec 2: users, and with them the provider records, are children of /company. */
const manageUsers = { all: ['access company', 'manage users'] } as const;

export const providerEndpoints = {
  list: {
    call: 'GET /providers',
    access: {},
    noChart: 'About the staff.',
    summary: 'Lists provider records, all or by comma-separated providerIds.',
    input: z.strictObject({ providerIds: z.string().max(8_000).optional() }),
    reply: z.object({ providers: z.array(Provider) }),
  },
  create: {
    call: 'POST /providers',
    access: manageUsers,
    noChart: 'About the staff.',
    summary: 'Adds a provider record, for a user without one or for a provider without an account.',
    input: ProviderFields.extend({ UserId: UserId.nullable().default(null) }),
    reply: Provider,
  },
  update: {
    call: 'PUT /providers/:id',
    access: manageUsers,
    noChart: 'About the staff.',
    summary: 'Changes a provider record. Fields not sent stay the same.',
    input: ProviderChanges.extend({ id: ProviderId, ...withBase }),
    reply: Provider,
  },
} as const satisfies OnlineTable;
