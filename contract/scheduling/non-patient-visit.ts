import { z } from 'zod';
import { Instant, WallTime } from '../base/dates.ts';
import { FacilityId, NonPatientVisitId, ProviderId, SeriesId } from '../base/ids.ts';
import { Line, OptionalLine } from '../base/text.ts';

export const NonPatientVisitFields = z.strictObject({
  NonPatientVisitId,
  FacilityId,
  ProviderId,
  VisitTypeName: Line(60),
  Title: OptionalLine(120),
  /** Wall time of the facility. */
  Start: WallTime,
  End: WallTime,
  SeriesId: SeriesId.nullable(),
});

/** What says where and when a time without a patient is: one of these alone says nothing. */
export const placeOfBlock = ['FacilityId', 'ProviderId', 'Start', 'End'] as const;

/** A visit of a type with IsNonPatientVisit: a meeting, lunch, a block. */
export const NonPatientVisit = z.object({
  NonPatientVisitId,
  FacilityId,
  ProviderId,
  VisitTypeName: z.string(),
  Title: z.string().nullable(),
  /** Wall time of the facility. */
  Start: WallTime,
  End: WallTime,
  SeriesId: SeriesId.nullable(),
  updated_at: Instant,
});
export type NonPatientVisit = z.output<typeof NonPatientVisit>;
