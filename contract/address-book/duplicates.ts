import type { Refusals } from '../record/record.ts';
import { referringName, type ReferringProvider } from './referring-provider.ts';

type Referring = Pick<ReferringProvider, 'FirstName' | 'LastName' | 'NationalProviderId'>;
type PayerName = { Name: string; ElectronicPayerId: string | null };

/** An entry that another would repeat, why that is refused, and whether they may be two people all the same. */
export type Twin<T> = { of: T; refusals: Refusals; mayDiffer: boolean };

/** Letters and digits alone, so that case, spaces and full stops make no difference. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** By which two entries are the same person: an NPI belongs to one; a name may not, and two NPIs are two people. */
export function sameReferring(a: Referring, b: Referring): 'npi' | 'name' | null {
  if (a.NationalProviderId !== null && b.NationalProviderId !== null)
    return a.NationalProviderId === b.NationalProviderId ? 'npi' : null;
  return plain(a.FirstName) === plain(b.FirstName) && plain(a.LastName) === plain(b.LastName) ? 'name' : null;
}

/** Two payers of one name may have different payer ids, and two of one payer id different names. */
export function samePayer(a: PayerName, b: PayerName): boolean {
  return plain(a.Name) === plain(b.Name) && plain(a.ElectronicPayerId ?? '') === plain(b.ElectronicPayerId ?? '');
}

/**
 * Who would be entered twice: an NPI belongs to one person, and a new one's name may. One whose NPI is there twice
 * already can still be changed.
 */
export function referringTwin<T extends Referring & Pick<ReferringProvider, 'Credential'>>(
  one: Referring,
  before: Referring | null,
  others: readonly T[],
): Twin<T> | null {
  const isSame = (by: 'npi' | 'name') => others.find((other) => sameReferring(one, other) === by);
  const byNpi = before?.NationalProviderId === one.NationalProviderId ? undefined : isSame('npi');
  if (byNpi) {
    const sentence = `${referringName(byNpi)} already has this NPI. An NPI belongs to one person.`;
    return { of: byNpi, refusals: { NationalProviderId: sentence }, mayDiffer: false };
  }
  const byName = before ? undefined : isSame('name');
  if (!byName) return null;
  const sentence = `${referringName(byName)} is already in the address book.`;
  return { of: byName, refusals: { LastName: sentence }, mayDiffer: true };
}

/** Which payer would be entered twice. One that is there twice already can still be changed. */
export function payerTwin<T extends PayerName>(
  one: PayerName,
  before: PayerName | null,
  others: readonly T[],
): Twin<T> | null {
  if (before && samePayer(one, before)) return null;
  const of = others.find((other) => samePayer(one, other));
  if (!of) return null;
  const which = of.ElectronicPayerId === null ? 'without a payer ID' : `with the payer ID ${of.ElectronicPayerId}`;
  return { of, refusals: { Name: `${of.Name} ${which} is already in the address book.` }, mayDiffer: false };
}

/** Two entries of one person share at least one of these. */
export function referringKeys(one: Referring): string[] {
  const name = `name ${plain(one.FirstName)} ${plain(one.LastName)}`;
  return one.NationalProviderId === null ? [name] : [name, `npi ${one.NationalProviderId}`];
}

/** Payers of one name are worth a look, whatever their payer ids. */
export function payerKeys(one: PayerName): string[] {
  return [`name ${plain(one.Name)}`];
}

/** Each entry that may be there more than once, with those it is like; linear in their number. */
export function duplicatesAmong<T>(
  all: readonly T[],
  keys: (one: T) => string[],
  same: (a: T, b: T) => boolean,
): Map<T, T[]> {
  const alike = new Map<string, T[]>();
  for (const one of all) {
    for (const key of keys(one)) {
      const others = alike.get(key);
      if (others) others.push(one);
      else alike.set(key, [one]);
    }
  }
  const found = new Map<T, T[]>();
  for (const one of all) {
    const others = new Set(keys(one).flatMap((key) => alike.get(key) ?? []));
    const like = [...others].filter((other) => other !== one && same(one, other));
    if (like.length > 0) found.set(one, like);
  }
  return found;
}
