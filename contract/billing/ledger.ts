import { z } from 'zod';
import { DateString, Instant } from '../base/dates.ts';
import { Cents } from '../base/money.ts';
import { ClaimId, LedgerEntryId, PatientId, PayerId, VisitId } from '../base/ids.ts';

export const ledgerAccounts = ['ar:primary', 'ar:secondary', 'ar:patient', 'revenue', 'cash', 'adjustment'] as const;

/** One side of a balanced posting: debits are positive, credits negative, each transaction sums to 0. Append-only. */
export const LedgerEntry = z.object({
  LedgerEntryId,
  TransactionId: z.uuid(),
  VisitId,
  PatientId,
  ClaimId: ClaimId.nullable(),
  PayerId: PayerId.nullable(),
  account: z.enum(ledgerAccounts),
  amount: Cents,
  /** The day it counts for; never inside a closed period. */
  PostedOn: DateString,
  source: z.enum(['claim', 'manual', 'portal', 'correction', '835']),
  memo: z.string(),
  createdAt: Instant,
});
export type LedgerEntry = z.output<typeof LedgerEntry>;
