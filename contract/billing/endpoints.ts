import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import type { EndpointTable } from '../base/endpoint.ts';
import { ClaimId, InvoiceHeaderIdOrNull, VisitId } from '../base/ids.ts';
import { Cents } from '../base/money.ts';
import { patientsIn } from '../base/patients-in.ts';
import { Case } from '../cases/case.ts';
import { Patient } from '../patients/patient.ts';
import { VisitStage } from '../visits/stage.ts';
import { Visit } from '../visits/visit.ts';
import { Claim } from './claim.ts';
import { LedgerEntry } from './ledger.ts';

export const ArDetails = z.object({
  visitId: VisitId,
  currentAr: z.object({ primary: Cents, secondary: Cents, patient: Cents }),
  expectedAr: Cents,
  invoiceHeaderId: InvoiceHeaderIdOrNull,
  currentArLedgers: z.array(LedgerEntry),
  suspectedNeedsRepair: z.boolean(),
});

/** A page of claims, the oldest first, each with what a line of a list says of it. */
const ToCorrect = z.object({
  claims: z.array(Claim),
  visits: z.array(Visit),
  patients: z.array(Patient),
  cases: z.array(Case),
  /** Where the next page begins; null after the last. */
  after: ClaimId.nullable(),
});
export type ToCorrect = z.output<typeof ToCorrect>;

export const billingEndpoints = {
  visitsArWarnings: {
    call: 'POST /billing/visitsArWarnings',
    access: { all: ['access billing'] },
    noChart: 'Amounts by visit ID, without the patients.',
    summary: 'Returns the remaining primary AR of visits about to be closed (spec 4).',
    input: z.strictObject({ visitIds: z.array(VisitId).min(1).max(200) }),
    reply: z.object({ warnings: z.array(z.object({ visitId: VisitId, primaryAr: Cents })) }),
  },
  ar: {
    call: 'GET /billing/ar',
    access: { all: ['access billing'] },
    chartOf: { visit: 'visitId' },
    summary: 'Returns the AR details of a visit, from the ledger.',
    input: z.strictObject({ visitId: VisitId }),
    reply: ArDetails,
  },
  submitClaim: {
    call: 'POST /submitClaim/:visitId',
    access: { all: ['submit claims'] },
    queueable: true,
    chartOf: { visit: 'visitId' },
    summary: 'Creates the 837P of a visit, posts its charges and moves the visit. Waits on the device when offline.',
    input: z.strictObject({
      visitId: VisitId,
      destination: VisitStage.extract(['submitted', 'closed']),
      lastUpdated: Instant,
    }),
    reply: z.object({ claim: Claim, visit: Visit }),
  },
  claimsToCorrect: {
    call: 'GET /claims/toCorrect',
    access: { all: ['submit claims'] },
    chartOf: { reply: patientsIn, at: 'claims to correct' },
    summary: 'Lists claims that an addendum changed and no corrected claim replaced, however old.',
    input: z.strictObject({ after: ClaimId.optional() }),
    reply: ToCorrect,
  },
  claimFile: {
    call: 'GET /claims/:id/file',
    access: { any: ['access billing', 'submit claims'] },
    chartOf: { claim: 'id' },
    summary: 'Returns the stored 837P of a claim.',
    input: z.strictObject({ id: ClaimId }),
    reply: z.object({ filename: z.string(), content: z.string() }),
  },
} as const satisfies EndpointTable;
