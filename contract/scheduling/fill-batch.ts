import { z } from 'zod';
import { Instant, WallTime } from '../base/dates.ts';
import { FacilityId, FillBatchId, PatientId, ProviderId, VisitId, VisitRequestId } from '../base/ids.ts';

export const offerAnswers = ['accepted', 'declined', 'late'] as const;

/** One patient who was asked. */
export const FillOffer = z.object({
  FillOfferId: z.uuid(),
  VisitRequestId,
  PatientId,
  askedAt: Instant,
  /** Empty: nothing could be sent. */
  reached: z.array(z.enum(['email', 'text'])),
  /** `late`: they said yes when the time was taken. */
  answer: z.enum(offerAnswers).nullable(),
  answeredAt: Instant.nullable(),
});
export type FillOffer = z.output<typeof FillOffer>;

/** A free time and who was asked for it (spec 3, fillRequestBatches). */
export const FillBatch = z.object({
  FillBatchId,
  FacilityId,
  ProviderId,
  /** Wall time of the facility. */
  Start: WallTime,
  End: WallTime,
  state: z.enum(['open', 'filled', 'ended', 'stopped']),
  /** Why it ended, in a sentence. */
  why: z.string().nullable(),
  /** The visit that fills it. */
  VisitId: VisitId.nullable(),
  isAutomatic: z.boolean(),
  createdAt: Instant,
  offers: z.array(FillOffer),
});
export type FillBatch = z.output<typeof FillBatch>;
