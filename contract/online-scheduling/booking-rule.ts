import type { z } from 'zod';
import { BookingRuleId, FacilityId, ProviderId } from '../base/ids.ts';
import { Line } from '../base/text.ts';
import { choice, count, flag, line, maybe, ordered, ref, refs, type Field } from '../record/fields.ts';
import { record } from '../record/record.ts';

/** Whose visits a rule is for: people the clinic does not know yet, those under care, or both. */
export const bookedBy = { new: 'New patients', followUp: 'Patients under care', both: 'Both' } as const;

/** By its name, as visits have it; what there is to choose depends on the facility. */
const visitType = {
  label: 'Visit type',
  schema: Line(60),
  kind: { is: 'choice', names: {} },
  asks: 'Choose the visit type.',
} satisfies Field;

/**
 * How visits of one type are booked online at one facility. Minutes, hours and days are whole; hours of notice are
 * elapsed ones, days of the horizon those of the facility.
 */
export const bookingRule = record({
  name: 'bookingRule',
  entity: 'bookingRules',
  noun: 'online booking rule',
  feature: 'onlineScheduling',
  path: '/onlineScheduling/rules',
  id: { BookingRuleId },
  parent: null,
  may: { all: ['access company', 'manage online scheduling'] },
  fields: {
    FacilityId: ref('Facility', FacilityId, { to: 'facilities' }),
    VisitTypeName: visitType,
    IsOn: flag('Book online'),
    /** As patients read it. */
    PublicName: line('Name for patients', 60),
    For: choice('Bookable by', bookedBy),
    ProviderIds: refs('Providers', ProviderId, {
      to: 'providers',
      noun: 'provider',
      none: 'Every provider of the facility',
      most: 100,
    }),
    AnyProvider: flag('Offer “Any provider”'),
    StartEvery: count('Start every, minutes', 5, 120),
    NoticeHours: count('Notice, hours', 0, 336),
    HorizonDays: count('Days ahead', 1, 365),
    BufferBefore: count('Minutes free before', 0, 120),
    BufferAfter: count('Minutes free after', 0, 120),
    /** Of this visit type on one day. */
    MaxPerProvider: maybe(count('Visits a day per provider', 1, 100)),
    MaxPerFacility: maybe(count('Visits a day at the facility', 1, 500)),
    MaxUpcoming: count('Upcoming visits of one patient', 1, 50),
    NeedsRoom: flag('Needs a room'),
    NeedsApproval: flag('Clinic confirms each visit'),
    Questions: ordered('Questions', 'question', 5, { Question: line('Question', 120) }),
  },
  brief: ({ PublicName }) => PublicName,
});

export const BookingRule = bookingRule.Row;
export type BookingRule = z.output<typeof BookingRule>;
