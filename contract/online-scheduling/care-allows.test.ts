import { expect, test } from 'vitest';
import { indexFacts, type BookingFacts } from '../scheduling/booking-facts.ts';
import { amina, aminasCase, authorization, bookingAt, factsWith, ines, otto, visitAt } from '../testing/schedule.ts';
import { careAllows, type CareDemands, type OnlineCase } from './care-allows.ts';

/** A Monday within the plan of care. */
const start = '2026-11-16T10:00';
const episode = {
  ...aminasCase,
  PatientId: amina.PatientId,
  PlanOfCareStart: '2026-11-02',
  PlanOfCareEnd: '2026-12-31',
} as unknown as OnlineCase;
const none: CareDemands = { script: false, authorization: false };
const script = { CaseId: amina.CaseId, Start: '2026-11-01', End: '2026-12-31', Visits: 12 };

type Given = {
  episode?: Partial<OnlineCase>;
  demands?: Partial<CareDemands>;
  facts?: Partial<BookingFacts>;
  at?: string;
  ProviderId?: string;
};

function allows({ episode: more, demands, facts, at = start, ProviderId }: Given): boolean {
  const of = { ...episode, ...more };
  const booking = bookingAt(at, { ...(ProviderId !== undefined && { ProviderId: ProviderId as never }) });
  const indexed = indexFacts(factsWith({ cases: [of], ...facts }));
  return careAllows(booking, { episode: of, demands: { ...none, ...demands }, facts: indexed });
}

test.each<[string, boolean, Given]>([
  ['an open case with a plan of care', true, {}],
  ['a case that was discharged, also later', false, { episode: { DischargedAt: '2026-12-20' } }],
  ['a day before the case began', false, { at: '2026-10-30T10:00' }],
  ['no plan of care', false, { episode: { PlanOfCareStart: null, PlanOfCareEnd: null } }],
  ['a plan of care without its last day', false, { episode: { PlanOfCareEnd: null } }],
  ['a day after the plan of care', false, { episode: { PlanOfCareEnd: '2026-11-15' } }],
  ['the last day of the plan of care', true, { episode: { PlanOfCareEnd: '2026-11-16' } }],
  ['a provider of another discipline', false, { ProviderId: ines.ProviderId }],
  ['a script that is asked for and missing', false, { demands: { script: true } }],
  ['a script that is asked for', true, { demands: { script: true }, facts: { scripts: [script] } }],
  ['a script of another case', false, { demands: { script: true }, facts: { scripts: [{ ...script, ...otto }] } }],
  ['a script that has ended', false, { facts: { scripts: [{ ...script, End: '2026-11-15' }] } }],
  ['an authorization that is asked for and missing', false, { demands: { authorization: true } }],
  [
    'an authorization that is only requested',
    false,
    { demands: { authorization: true }, facts: { authorizations: [authorization({ Status: 'requested' as never })] } },
  ],
  [
    'an authorization that is asked for',
    true,
    { demands: { authorization: true }, facts: { authorizations: [authorization()] } },
  ],
  ['an authorization that has ended', false, { facts: { authorizations: [authorization({ End: '2026-11-15' })] } }],
  [
    'an authorization that is used up',
    false,
    {
      facts: {
        authorizations: [authorization({ Allowed: 1 })],
        visits: [visitAt('2026-11-12T10:00', { ...amina, stage: 'closed' as never })],
      },
    },
  ],
  ['another visit of the discipline that day', false, { facts: { visits: [visitAt('2026-11-16T14:00', amina)] } }],
  ['a visit the day before', true, { facts: { visits: [visitAt('2026-11-15T14:00', amina)] } }],
])('%s: %s', (_what, expected, given) => {
  expect(allows(given)).toBe(expected);
});
