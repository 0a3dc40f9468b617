type Referring = { FirstName: string; LastName: string; NationalProviderId: string | null };
type PayerName = { Name: string; ElectronicPayerId: string | null };

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
