import type { z } from 'zod';
import { showSpan } from '../base/dates.ts';
import { ReferringProviderId, ScriptId } from '../base/ids.ts';
import { counted } from '../base/nouns.ts';
import { asked, count, day, maybe, ref, text } from '../record/fields.ts';
import { record, type Refusals } from '../record/record.ts';

/** The order of a referring provider to treat. */
export const script = record({
  name: 'script',
  entity: 'scripts',
  feature: 'cases',
  path: '/scripts',
  id: { ScriptId },
  parent: 'case',
  may: { all: ['edit patients'] },
  fields: {
    ReferringProviderId: maybe(
      ref('Ordered by', ReferringProviderId, { to: 'referringProviders', noun: 'referring provider' }),
    ),
    /** First and last day it orders. */
    Start: asked(maybe(day('From')), 'Enter the first day of the script.'),
    End: maybe(day('Until')),
    /** Null where it does not say. */
    Visits: maybe(count('Visits ordered', 1, 999)),
    Note: maybe(text('Note', 500)),
  },
  brief: ({ Visits, ...days }) => [Visits && counted(Visits, 'visit'), showSpan(days)].filter(Boolean).join(', '),
  check: ({ Start, End }): Refusals =>
    Start !== null && End !== null && End < Start ? { End: 'The script cannot end before it begins.' } : {},
});

export const Script = script.Row;
export type Script = z.output<typeof Script>;
