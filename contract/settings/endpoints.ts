import { z } from 'zod';
import { withBase } from '../base/base.ts';
import { DateString } from '../base/dates.ts';
import type { EndpointTable } from '../base/endpoint.ts';
import { Line, Text } from '../base/text.ts';
import { Website } from '../session/endpoints.ts';
import { SomeSettings } from './settings.ts';

/** What a refused save tells besides its sentence: the website as it is (spec 8). */
export const RefusedSettings = z.object({ website: Website });

/** spec 2: a child of /company. */
const manageAddresses = { all: ['access company', 'manage company settings'] } as const;
/** An address or range (CIDR) and what the clinic notes of it; the rule is in session/allowed-addresses.ts. */
const AddressList = z
  .array(z.strictObject({ network: Line(50), note: Text(80).overwrite((text) => text.trim()) }))
  .max(200);
export const AllowedAddresses = z.object({
  addresses: z.array(z.object({ network: z.string(), note: z.string() })),
  yourAddress: z.string(),
});

export const settingsEndpoints = {
  refreshWebsite: {
    call: 'GET /refreshWebsite',
    access: {},
    onDashboard: true,
    noChart: 'About the clinic’s settings.',
    summary: 'Returns the website with its current settings.',
    input: z.strictObject({}),
    reply: z.object({ website: Website }),
  },
  save: {
    call: 'POST /globalPreferences',
    access: { all: ['access company'], any: ['manage company settings', 'manage prompt plus settings'] },
    noChart: 'About the clinic’s settings.',
    summary: 'Changes settings. Fails with the current values if someone else changed one first.',
    input: z.strictObject({ settings: SomeSettings, ...withBase }),
    reply: z.object({ website: Website }),
  },
  allowedAddresses: {
    call: 'GET /company/allowedAddresses',
    access: manageAddresses,
    noChart: 'About the clinic’s settings.',
    summary: 'Returns the allowed addresses and the caller’s address. An empty list allows all.',
    input: z.strictObject({}),
    reply: AllowedAddresses,
  },
  saveAllowedAddresses: {
    call: 'PUT /company/allowedAddresses',
    access: manageAddresses,
    noChart: 'About the clinic’s settings.',
    summary: 'Replaces the allowed addresses. Fails if it would lock out the caller or someone else changed it.',
    input: z.strictObject({ addresses: AddressList, ...withBase }),
    reply: AllowedAddresses,
  },
  closedPeriod: {
    call: 'GET /billing/closedPeriod',
    access: { all: ['access billing'] },
    noChart: 'About the clinic’s settings.',
    summary: 'Returns the last day of the closed billing period, or null.',
    input: z.strictObject({}),
    reply: z.object({ closedBillingPeriodEnd: DateString.nullable() }),
  },
  setClosedPeriod: {
    call: 'POST /billing/closedPeriod',
    access: { all: ['access billing', 'access company', 'manage company settings'] },
    noChart: 'About the clinic’s settings.',
    summary: 'Closes billing through a past date, or opens it again. Audited.',
    input: z.strictObject({ closedBillingPeriodEnd: DateString.nullable(), ...withBase }),
    reply: z.object({ closedBillingPeriodEnd: DateString.nullable() }),
  },
} as const satisfies EndpointTable;
