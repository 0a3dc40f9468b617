import type { Cents } from '../base/money.ts';
import type { LedgerEntry } from './ledger.ts';

export type Ar = { primary: Cents; secondary: Cents; patient: Cents };

/** What is still owed, by whom: the balance of each AR account over the ledger entries given. */
export function arOf(entries: readonly Pick<LedgerEntry, 'account' | 'amount'>[]): Ar {
  const balance = (account: LedgerEntry['account']) =>
    entries.filter((entry) => entry.account === account).reduce((sum, entry) => sum + entry.amount, 0);
  return { primary: balance('ar:primary'), secondary: balance('ar:secondary'), patient: balance('ar:patient') };
}
