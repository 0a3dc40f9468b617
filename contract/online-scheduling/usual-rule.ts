import type { BookingRule } from './booking-rule.ts';

/** What a new rule begins with: nothing is online until somebody says so. */
export const usualRule = {
  IsOn: false,
  For: 'followUp',
  ProviderIds: null,
  AnyProvider: true,
  StartEvery: 15,
  NoticeHours: 12,
  HorizonDays: 60,
  BufferBefore: 0,
  BufferAfter: 0,
  MaxPerProvider: null,
  MaxPerFacility: null,
  MaxUpcoming: 6,
  NeedsRoom: false,
  NeedsApproval: false,
  Questions: [],
} as const satisfies Partial<BookingRule>;
