import { DateString } from '#contract/base/dates.ts';
import type { InsuranceToReview } from '#contract/intake/endpoints.ts';
import { birthDateRefusal } from '#contract/patients/birth-date.ts';
import type { Insurance } from '#contract/patients/insurance.ts';
import type { Patient } from '#contract/patients/patient.ts';

export type PolicyValues = {
  PayerId: string | null;
  Priority: string;
  MemberId: string;
  GroupNumber: string;
  Relationship: Insurance['Relationship'];
  FirstName: string;
  LastName: string;
  DateOfBirth: string | null;
  Sex: Patient['Sex'];
};
type Address = Pick<Patient, 'Address1' | 'City' | 'StateOrProvince' | 'PostalCode'>;

/** What the patient typed, as far as it is a policy; the last word of a name is the last name. */
export function firstPolicy({ member, group, holder }: InsuranceToReview): PolicyValues {
  const names = (holder ?? '').trim().split(/\s+/);
  const last = names.length > 1 ? (names.at(-1) ?? '') : '';
  return {
    PayerId: null,
    Priority: '1',
    MemberId: member.slice(0, 40),
    GroupNumber: (group ?? '').slice(0, 40),
    Relationship: holder === null ? '18' : '21',
    FirstName: (last === '' ? names : names.slice(0, -1)).join(' ').slice(0, 60),
    LastName: last.slice(0, 60),
    DateOfBirth: null,
    Sex: 'U',
  };
}

/** What a policy cannot be without, by field. */
export function holderRefusals(values: PolicyValues, address: Address | null, today: string): Record<string, string> {
  const { PayerId, MemberId, Relationship, FirstName, LastName, DateOfBirth } = values;
  const wrong: [string, string | false][] = [
    ['PayerId', PayerId === null && 'Choose the payer.'],
    ['MemberId', MemberId.trim() === '' && 'Enter the member ID.'],
  ];
  if (Relationship !== '18') {
    const hasAddress = address !== null && Object.values(addressOf(address)).every((part) => part !== '');
    wrong.push(
      ['FirstName', FirstName.trim() === '' && 'Enter the first name.'],
      ['LastName', LastName.trim() === '' && 'Enter the last name.'],
      ['DateOfBirth', birthRefusal(DateOfBirth, today) ?? false],
      ['Relationship', !hasAddress && 'The chart has no address of the patient yet. Enter it first.'],
    );
  }
  return Object.fromEntries(wrong.filter((one): one is [string, string] => one[1] !== false));
}

function birthRefusal(DateOfBirth: string | null, today: string): string | null {
  const birth = DateString.safeParse(DateOfBirth);
  return birth.success ? birthDateRefusal(birth.data, today) : 'Enter the birth date.';
}

/** A policy as it is sent; call it where nothing is refused. */
export function policyOf(values: PolicyValues, address: Address | null) {
  const { PayerId, Priority, MemberId, GroupNumber, Relationship, FirstName, LastName, DateOfBirth, Sex } = values;
  const holder = { FirstName: FirstName.trim(), LastName: LastName.trim(), DateOfBirth: DateOfBirth ?? '', Sex };
  return {
    PayerId: (PayerId ?? '') as Insurance['PayerId'],
    Priority: Number(Priority),
    MemberId: MemberId.trim(),
    GroupNumber: GroupNumber.trim() === '' ? null : GroupNumber.trim(),
    Relationship,
    Subscriber: Relationship === '18' || address === null ? null : { ...holder, ...addressOf(address) },
    StartDate: null,
    EndDate: null,
  };
}

const addressOf = ({ Address1, City, StateOrProvince, PostalCode }: Address) => ({
  Address1: Address1 ?? '',
  City: City ?? '',
  StateOrProvince: StateOrProvince ?? '',
  PostalCode: PostalCode ?? '',
});
