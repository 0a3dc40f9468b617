import { z } from 'zod';
import { addDays, isRealDate } from '../base/dates.ts';
import type { EndpointTable } from '../base/endpoint.ts';
import { patientsIn } from '../base/patients-in.ts';
import { FacilityId, PatientId, ProviderId } from '../base/ids.ts';
import { ScheduleBlocks } from '../providers/schedule-blocks.ts';
import { PatientName } from '../patients/patient-name.ts';
import { Visit } from '../visits/visit.ts';
import { CustomDay } from './custom-day.ts';
import { FillBatch } from './fill-batch.ts';
import { Holiday } from './holiday.ts';
import { NonPatientVisit } from './non-patient-visit.ts';
import { queuedScheduling } from './queued-scheduling.ts';
import { VisitRequest } from './visit-request.ts';

/** spec 9: week starts are written yyyy/MM/dd. */
const CalendarDay = z
  .string()
  .max(10)
  .overwrite((text) => text.replaceAll('/', '-'))
  .refine(isRealDate, { error: 'must be a date such as 2026/11/22' });

/** Hours of one provider on one day, and when they are away. */
export const DaySchedule = z.object({
  ProviderId,
  day: z.string(),
  blocks: z.array(z.object({ start: z.string(), end: z.string(), FacilityId })),
  off: z.array(z.object({ Start: z.string(), End: z.string(), why: z.string() })),
});
export type DaySchedule = z.output<typeof DaySchedule>;

/** What a calendar shows of some days (spec 3), `from` and `to` included. */
export const ScheduleView = z.object({
  from: z.string(),
  to: z.string(),
  timeOff: z.array(z.object({ ProviderId, Start: z.string(), End: z.string(), Reason: z.string() })),
  visits: z.array(Visit),
  daySchedules: z.array(DaySchedule),
  /** Who waits for a time in any of these days. */
  visitRequests: z.array(VisitRequest),
  /** Free times of these days that were offered to them. */
  fillRequestBatches: z.array(FillBatch),
  rawSchedules: z.array(z.object({ ProviderId, Schedule: z.array(ScheduleBlocks) })),
  nonPatientVisits: z.array(NonPatientVisit),
  customDays: z.array(CustomDay),
  holidays: z.array(Holiday),
  /** Whose visits these are: a device may not hold their charts. */
  patients: z.array(PatientName),
});
export type ScheduleView = z.output<typeof ScheduleView>;

const asked = z.strictObject({
  /** Providers; empty or left out is everyone. */
  employeeIds: z.array(ProviderId).max(500).default([]),
  facilityId: FacilityId.nullable().default(null),
  /** Any day of the week or month. */
  date: CalendarDay.refine(hasDaysAround, { error: 'must be within the years 1 to 9999, with its week and month' }),
  patientId: PatientId.nullable().default(null),
});

/** No calendar has a year 0, and days compare as text: a week or month must not begin before or end after the years. */
function hasDaysAround(day: string): boolean {
  // What is no date at all is told of already.
  return !isRealDate(day) || (isRealDate(addDays(day, -6)) && isRealDate(addDays(day, 31)));
}

export const schedulingEndpoints = {
  ...queuedScheduling,
  weekView: {
    call: 'POST /scheduling/weekView',
    access: {},
    chartOf: { reply: patientsIn, at: 'schedule' },
    summary: 'Returns the week of a date, from Sunday, without canceled visits and no-shows.',
    input: asked,
    reply: ScheduleView,
  },
  weekData: {
    call: 'POST /scheduling/weekData',
    access: {},
    chartOf: { reply: patientsIn, at: 'schedule' },
    summary: 'Returns the week of a date with all visits, including canceled ones and no-shows.',
    input: asked,
    reply: ScheduleView,
  },
  monthData: {
    call: 'POST /scheduling/monthData',
    access: {},
    chartOf: { reply: patientsIn, at: 'schedule' },
    summary: 'Returns the month of a date with all visits; with wholeWeeks also the days beside it in its weeks.',
    input: asked.extend({ wholeWeeks: z.boolean().optional() }),
    reply: ScheduleView,
  },
  processDaySchedule: {
    call: 'POST /scheduling/processDaySchedule',
    access: { any: ['manage schedules', 'schedule visits'] },
    chartOf: { reply: patientsIn, at: 'schedule' },
    summary: 'Lists the visits that new hours would leave outside. Changes nothing.',
    input: z.strictObject({
      scheduleDay: z.strictObject({ ProviderId, day: CalendarDay, blocks: ScheduleBlocks }),
    }),
    reply: z.object({ daySchedule: DaySchedule, outside: z.array(Visit) }),
  },
} as const satisfies EndpointTable;
