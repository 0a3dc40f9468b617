import { z } from 'zod';
import { DateString } from '../base/dates.ts';
import type { OnlineTable } from '../base/endpoint.ts';
import { CaseId } from '../base/ids.ts';
import { clockKinds, clockStates, effects, fixActions } from './clock-words.ts';

const Effect = z.enum(effects);

/** One obligation of a case and where it is today. */
export const ShownClock = z.object({
  kind: z.enum(clockKinds),
  /** The plan, script, authorization or visit it is about. */
  aboutId: z.string().nullable(),
  state: z.enum(clockStates),
  from: DateString.nullable(),
  dueOn: DateString.nullable(),
  /** Days, treatment days, visits, units or cents, by kind. */
  used: z.number().nullable(),
  of: z.number().nullable(),
  fallsOnVisitId: z.string().nullable(),
  uncoveredVisitIds: z.array(z.string()),
  sentence: z.string(),
  rule: z.object({ text: z.string(), source: z.string(), since: z.string().nullable() }),
  fix: z.object({ action: z.enum(fixActions), label: z.string() }).nullable(),
  at: z.object({ book: Effect, checkIn: Effect, sign: Effect, claim: Effect }),
});

export const complianceEndpoints = {
  ofCase: {
    call: 'GET /cases/:id/compliance',
    access: {},
    chartOf: { case: 'id' },
    summary:
      'Lists the clocks of a case and their states today: certification, plan of care, progress report, script, authorizations, filing.',
    input: z.strictObject({ id: CaseId }),
    reply: z.object({ today: DateString, clocks: z.array(ShownClock) }),
  },
} as const satisfies OnlineTable;
