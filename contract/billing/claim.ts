import { z } from 'zod';
import { DateString, Instant } from '../base/dates.ts';
import { Cents } from '../base/money.ts';
import { ClaimId, FacilityId, NoteId, PatientId, PayerId, VisitId } from '../base/ids.ts';

export const ClaimStatus = z.enum(['submitted', 'rejected', 'accepted', 'adjudicated', 'void']);

/** One 837P claim made for a visit. Its file is fetched on its own. */
export const Claim = z.object({
  ClaimId,
  VisitId,
  PatientId,
  FacilityId,
  PayerId,
  status: ClaimStatus,
  /** CLM01, at most 20 characters, unique for the site. */
  ControlNumber: z.string(),
  /** ISA13, nine digits, unique for the site. */
  InterchangeControlNumber: z.string(),
  Frequency: z.enum(['1', '7', '8']),
  totalCharge: Cents,
  ServiceDate: DateString,
  submittedAt: Instant,
  filename: z.string(),
  /** The signed addendum after which the visit records other charges than this bills: a corrected claim is due. */
  AmendedByNoteId: NoteId.nullable().default(null),
  updated_at: Instant,
});
export type Claim = z.output<typeof Claim>;
