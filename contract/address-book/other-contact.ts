import type { z } from 'zod';
import { OtherContactId } from '../base/ids.ts';
import { showPhone } from '../base/text.ts';
import { addressParts, choice, email, flag, line, maybe, phone } from '../record/fields.ts';
import { record } from '../record/record.ts';

export const otherContactKinds = {
  adjuster: 'Claims adjuster',
  attorney: 'Attorney',
  caseManager: 'Case manager',
  employer: 'Employer',
  school: 'School',
  other: 'Other',
} as const;

type Named = { FirstName: string | null; LastName: string | null; Company: string | null };

/** A person or company that cases involve without paying or referring (spec 3). */
export const otherContact = record({
  name: 'otherContact',
  entity: 'otherContacts',
  noun: 'contact',
  feature: 'addressBook',
  path: '/otherContacts',
  id: { OtherContactId },
  parent: null,
  may: {},
  fields: {
    Kind: choice('Kind', otherContactKinds),
    FirstName: maybe(line('First name', 60)),
    LastName: maybe(line('Last name', 60)),
    Company: maybe(line('Company', 80)),
    Phone: maybe(phone('Phone')),
    Fax: maybe(phone('Fax')),
    Email: maybe(email('Email')),
    ...addressParts,
    Inactive: flag('Inactive'),
  },
  check: (of) => (of.LastName || of.FirstName || of.Company ? {} : { LastName: 'Enter a name or a company.' }),
  brief: (of) => [otherContactName(of), of.Phone && showPhone(of.Phone)].filter(Boolean).join(', '),
});

export const OtherContact = otherContact.Row;
export type OtherContact = z.output<typeof OtherContact>;

/** `Last, First` of a person, the company of one without a name. */
export function otherContactName(one: Named): string {
  return [one.LastName, one.FirstName].filter(Boolean).join(', ') || (one.Company ?? '-');
}
