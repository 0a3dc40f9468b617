import { joinedName } from '../patients/name-words.ts';
import { phoneDigits } from '../patients/name-query.ts';
import { policyWords } from '../patients/policy-words.ts';

/** What tells people apart; `MemberIds` are the numbers of their policies. */
export type PersonFacts = {
  FirstName: string;
  LastName: string;
  PreferredName: string | null;
  /** `YYYY-MM-DD` */
  DateOfBirth: string;
  Phone: string | null;
  Email: string | null;
  MemberIds: readonly string[];
};

export const sharedFactWords = {
  name: 'name',
  likeName: 'nearly the same name',
  birthDate: 'birth date',
  phone: 'phone',
  email: 'email',
  policy: 'member ID',
} as const;
export type SharedFact = keyof typeof sharedFactWords;

/** Why two entries may be one person: `sure` where name and birth date are the same. */
export type Likeness = { sure: boolean; shared: SharedFact[] };

/**
 * Whether two entries may be one person, and by what. Relatives share phones, policies and last names, and twins their
 * birth date too: without a first name in common they are two people.
 */
export function likenessOf(a: PersonFacts, b: PersonFacts): Likeness | null {
  const name = nameLikeness(a, b);
  const isBorn = a.DateOfBirth === b.DateOfBirth;
  const contacts = sharedContacts(a, b);
  const isAlike =
    (isBorn && (name === 'name' || name === 'likeName')) ||
    (name === 'name' && contacts.length > 0) ||
    (name === 'first' && isBorn && contacts.length > 0);
  if (!isAlike) return null;
  const shared: SharedFact[] = [
    ...(name === 'name' || name === 'likeName' ? [name] : []),
    ...(isBorn ? (['birthDate'] as const) : []),
    ...contacts,
  ];
  return { sure: name === 'name' && isBorn, shared };
}

type NameLikeness = 'name' | 'likeName' | 'first' | null;

/** `first`: only the first names agree, as after a marriage. */
function nameLikeness(a: PersonFacts, b: PersonFacts): NameLikeness {
  const [lastA, lastB] = [joinedName(a.LastName), joinedName(b.LastName)];
  const [firstA, firstB] = [joinedName(a.FirstName), joinedName(b.FirstName)];
  const isSameFirst = firstNames(a).some((one) => firstNames(b).includes(one));
  if (isSameFirst && lastA === lastB) return 'name';
  // Typed into each other's field.
  if (lastA === firstB && firstA === lastB) return 'name';
  if (lastA === lastB && isShortOf(firstA, firstB)) return 'likeName';
  if (isOneSlip(`${lastA} ${firstA}`, `${lastB} ${firstB}`)) return 'likeName';
  return isSameFirst ? 'first' : null;
}

function firstNames({ FirstName, PreferredName }: PersonFacts): string[] {
  return [joinedName(FirstName), joinedName(PreferredName ?? '')].filter((name) => name !== '');
}

/** `Sam` of `Samuel`, `J` of `Jane`. */
function isShortOf(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (short.length === 1 || short.length >= 3) && long.startsWith(short);
}

const fewestLetters = 8;

/** One letter more, less, other, or two in each other's place; in names of a few letters that is another name. */
function isOneSlip(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < fewestLetters || long.length - short.length > 1 || a === b) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  const isOther = short.slice(at + 1) === long.slice(at + 1);
  const isTurned =
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
  return isOther || isTurned;
}

function sharedContacts(a: PersonFacts, b: PersonFacts): SharedFact[] {
  const phone = phoneDigits(a.Phone);
  const email = (a.Email ?? '').trim().toLowerCase();
  const policies = new Set(a.MemberIds.flatMap(policyWords));
  return [
    ...(phone.length >= 7 && phone === phoneDigits(b.Phone) ? (['phone'] as const) : []),
    ...(email !== '' && email === (b.Email ?? '').trim().toLowerCase() ? (['email'] as const) : []),
    ...(b.MemberIds.flatMap(policyWords).some((word) => policies.has(word)) ? (['policy'] as const) : []),
  ];
}
