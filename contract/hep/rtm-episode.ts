import type { z } from 'zod';
import { asked, choice, day, line, maybe } from '../record/fields.ts';
import { record } from '../record/record.ts';
import { RtmEpisodeId } from './ids.ts';

export const consentWays = { verbal: 'Said so', written: 'Signed for it' } as const;

/** A time in which what a patient logs at home is monitored for pay (remote therapeutic monitoring, CPT 98975 to 98985). */
export const rtmEpisode = record({
  name: 'rtmEpisode',
  entity: 'rtmEpisodes',
  noun: 'monitoring period',
  feature: 'hep',
  path: '/rtmEpisodes',
  id: { RtmEpisodeId },
  parent: 'case',
  may: { all: ['write notes'] },
  fields: {
    From: day('Start date'),
    /** The last day. */
    Until: maybe(day('End date')),
    Consent: asked(choice('Consent of the patient', consentWays), 'Choose how the patient agreed.'),
    ConsentOn: day('Consent on'),
    Note: maybe(line('Note', 300)),
  },
  check: ({ From, Until, ConsentOn }) => ({
    ...(Until !== null && Until < From && { Until: 'The end date is before the start date.' }),
    ...(ConsentOn > From && { ConsentOn: 'The patient agrees before monitoring starts.' }),
  }),
  brief: ({ From }) => From,
});

export const RtmEpisode = rtmEpisode.Row;
export type RtmEpisode = z.output<typeof RtmEpisode>;
