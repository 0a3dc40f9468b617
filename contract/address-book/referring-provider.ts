import { z } from 'zod';
import { ReferringProviderId } from '../base/ids.ts';
import { addressParts, email, flag, line, maybe, npi, phone } from '../record/fields.ts';
import { record } from '../record/record.ts';

type Named = { FirstName: string; LastName: string; Credential: string | null };

/** Who sends patients; of somebody with several offices there may be several. */
export const referringProvider = record({
  name: 'referringProvider',
  entity: 'referringProviders',
  feature: 'addressBook',
  path: '/referringProviders',
  id: { ReferringProviderId },
  parent: null,
  // The address book is open to all staff (spec 2).
  may: {},
  fields: {
    FirstName: line('First name', 60),
    LastName: line('Last name', 60),
    /** Such as MD or NP. */
    Credential: maybe(line('Credential', 20)),
    PracticeName: maybe(line('Practice', 80)),
    NationalProviderId: maybe(npi('NPI')),
    Phone: maybe(phone('Phone')),
    Fax: maybe(phone('Fax')),
    Email: maybe(email('Email')),
    ...addressParts,
    Inactive: flag('Inactive'),
  },
  stored: {
    /** Who took this one's place: the same person, entered twice. */
    MergedIntoId: ReferringProviderId.nullable(),
  },
  begins: () => ({ MergedIntoId: null }),
  added: {
    /** One of this name is in the address book, and this is another person. */
    isSomebodyElse: z.literal(true).optional(),
  },
  brief: (of) => referringName(of),
});

export const ReferringProvider = referringProvider.Row;
export type ReferringProvider = z.output<typeof ReferringProvider>;

export function referringName(one: Named): string {
  return `${one.LastName}, ${one.FirstName}${one.Credential ? `, ${one.Credential}` : ''}`;
}
