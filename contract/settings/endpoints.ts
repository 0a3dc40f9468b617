import { z } from 'zod';
import { DateString } from '../base/dates.ts';
import type { EndpointTable } from '../base/endpoint.ts';
import { Website } from '../session/endpoints.ts';
import { SomeSettings } from './settings.ts';

/** What a refused save tells besides its sentence: the website as it is (spec 8). */
export const RefusedSettings = z.object({ website: Website });

export const settingsEndpoints = {
  refreshWebsite: {
    call: 'GET /refreshWebsite',
    access: {},
    onDashboard: true,
    summary: 'The website with its settings as they are now.',
    input: z.strictObject({}),
    reply: z.object({ website: Website }),
  },
  save: {
    call: 'POST /globalPreferences',
    access: { any: ['manage company settings', 'manage prompt plus settings'] },
    summary:
      'Changes settings; refused with the website as it is when somebody else has changed one of them meanwhile.',
    input: z.strictObject({ settings: SomeSettings, before: SomeSettings }),
    reply: z.object({ website: Website }),
  },
  closedPeriod: {
    call: 'GET /billing/closedPeriod',
    access: { all: ['access billing'] },
    summary: 'The last day of the closed billing period, null while none is closed.',
    input: z.strictObject({}),
    reply: z.object({ closedBillingPeriodEnd: DateString.nullable() }),
  },
  setClosedPeriod: {
    call: 'POST /billing/closedPeriod',
    access: { all: ['access billing', 'manage company settings'] },
    summary: 'Closes billing through a day before today, or opens it again; audited.',
    input: z.strictObject({
      closedBillingPeriodEnd: DateString.nullable(),
      /** What the user saw, so that two people do not undo each other. */
      before: DateString.nullable(),
    }),
    reply: z.object({ closedBillingPeriodEnd: DateString.nullable() }),
  },
} as const satisfies EndpointTable;
