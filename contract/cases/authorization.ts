import type { z } from 'zod';
import { showSpan } from '../base/dates.ts';
import { AuthorizationId, InsuranceId } from '../base/ids.ts';
import { asked, choice, count, day, line, maybe, ref, text } from '../record/fields.ts';
import { record } from '../record/record.ts';
import { counted, countRuleNames, kindNames, statusNames } from './authorization-names.ts';

/** From when on a visit counts against it; each rule also counts what the rules before it count. */
export type CountRule = keyof typeof countRuleNames;

/** What a payer allows for a case (domain 3.6): a number of visits, of units, or whatever falls between two days. */
export const authorization = record({
  name: 'authorization',
  entity: 'authorizations',
  feature: 'cases',
  path: '/authorizations',
  id: { AuthorizationId },
  parent: 'case',
  may: { all: ['edit patients'] },
  fields: {
    InsuranceId: ref('Policy', InsuranceId, { to: 'insurances' }),
    /** As the payer gave it; null while it is only asked for. */
    Number: maybe(line('Number', 50)),
    Kind: asked(choice('Counts', kindNames), 'Choose what counts.'),
    /** Visits or units; null for `dates`, and while a request has no answer. */
    Allowed: maybe(count('Allowed', 1, 999)),
    Status: choice('Status', statusNames),
    /** First and last day it is valid. */
    Start: maybe(day('From')),
    End: maybe(day('Until')),
    CountRule: asked(choice('Used by', countRuleNames), 'Choose which visits count against it.'),
    Note: maybe(text('Note', 500)),
  },
  together: [['Kind', 'Allowed']],
  check({ Kind, Allowed, Status, Start, End }) {
    const refusals: Record<string, string> = {};
    if (Kind === 'dates' && Allowed !== null)
      refusals['Allowed'] = 'An authorization by dates has no number of visits or units.';
    if (Kind !== 'dates' && Allowed === null && Status === 'approved')
      refusals['Allowed'] = `Enter how many ${Kind} are approved.`;
    if (Kind === 'dates' && Status === 'approved' && End === null)
      refusals['End'] = 'An approved authorization by dates needs its last day.';
    if (Start !== null && End !== null && End < Start)
      refusals['End'] = 'The authorization cannot end before it begins.';
    return refusals;
  },
  brief: ({ Kind, Allowed, Status, Number, ...days }) =>
    [Allowed && counted({ Kind }, Allowed), showSpan(days), statusNames[Status], Number].filter(Boolean).join(', '),
  tidy: (of) => (of.Kind === 'dates' ? { ...of, Allowed: null } : of),
});

export const Authorization = authorization.Row;
export type Authorization = z.output<typeof Authorization>;
