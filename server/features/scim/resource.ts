import type { ScimRow } from './store.ts';
import { refuse } from './failure.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** What a directory may write of a user. */
export type ScimFields = {
  userName: string;
  externalId: string | null;
  FirstName: string;
  LastName: string;
  Email: string;
  active: boolean;
};

/** RFC 7643, 4.1, as far as Mainstay keeps it. */
export function resourceOf(user: ScimRow, base: string) {
  const { UserId, userName, externalId, FirstName, LastName, Email, Disabled } = user;
  return {
    schemas: [userSchema],
    id: UserId,
    ...(externalId !== null && { externalId }),
    userName,
    name: { givenName: FirstName, familyName: LastName, formatted: `${FirstName} ${LastName}` },
    displayName: `${FirstName} ${LastName}`,
    emails: [{ value: Email, type: 'work', primary: true }],
    active: !Disabled,
    meta: {
      resourceType: 'User',
      created: user.createdAt,
      lastModified: user.updatedAt,
      location: `${base}/Users/${UserId}`,
    },
  };
}

export function fieldsOf({ userName, externalId, FirstName, LastName, Email, Disabled }: ScimRow): ScimFields {
  return { userName, externalId, FirstName, LastName, Email, active: !Disabled };
}

type Given = Record<string, unknown>;

/** The fields of a resource as a directory sends it whole; names of attributes are told apart without case (RFC 7643, 2.1). */
export function fieldsFrom(body: unknown, before: ScimFields | null): ScimFields {
  const given = lowered(objectOf(body, 'The body'));
  const userName = textOf(given['username'], 'userName');
  const name = lowered(objectOf(given['name'] ?? {}, 'name'));
  const shown = String(given['displayname'] ?? name['formatted'] ?? '').trim();
  const [first = '', ...others] = shown.split(/\s+/);
  const Email = emailOf(emailIn(given['emails']) ?? userName);
  return {
    userName,
    externalId: externalIdOf(given['externalid']),
    FirstName: nameOf(name['givenname'] ?? (first || Email.split('@')[0]), 'name.givenName'),
    LastName: nameOf(name['familyname'] ?? (others.join(' ') || Email.split('@')[0]), 'name.familyName'),
    Email,
    active: given['active'] === undefined ? (before?.active ?? true) : activeOf(given['active']),
  };
}

export function lowered(given: Given): Given {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
}

export function objectOf(value: unknown, what: string): Given {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuse(400, `${what} must be an object.`, 'invalidSyntax');
  return value as Given;
}

export function textOf(value: unknown, what: string): string {
  if (typeof value !== 'string' || value.trim() === '') refuse(400, `${what} is required.`, 'invalidValue');
  return shortOf(value, what, 120);
}

export function nameOf(value: unknown, what: string): string {
  return shortOf(textOf(value, what), what, 60);
}

export function externalIdOf(value: unknown): string | null {
  return value === undefined || value === null ? null : shortOf(textOf(value, 'externalId'), 'externalId', 120);
}

function shortOf(value: string, what: string, most: number): string {
  const text = value.trim();
  if (text.length > most) refuse(400, `${what} must be ${most} characters or fewer.`, 'invalidValue');
  // PostgreSQL keeps neither NUL nor half of a pair.
  if (/\p{Cc}/u.test(text) || !text.isWellFormed())
    refuse(400, `${what} contains a character that can’t be stored.`, 'invalidValue');
  return text;
}

export function emailOf(value: unknown): string {
  const text = textOf(value, 'An email').toLowerCase();
  if (!/^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/.test(text))
    refuse(400, 'A user needs an email, as the primary entry of emails or as userName.', 'invalidValue');
  return text;
}

/** The primary entry, or the first; undefined where there is none. */
export function emailIn(emails: unknown): unknown {
  if (emails === undefined || emails === null) return undefined;
  const list = (Array.isArray(emails) ? emails : [emails]).map((one) =>
    typeof one === 'string' ? { value: one } : lowered(objectOf(one, 'An entry of emails')),
  );
  const chosen: Given | undefined = list.find((one: Given) => one['primary'] === true) ?? list[0];
  return chosen?.['value'];
}

/** Some directories send the word instead of the value. */
export function activeOf(value: unknown): boolean {
  const text = typeof value === 'string' ? value.toLowerCase() : value;
  if (text === true || text === 'true') return true;
  if (text === false || text === 'false') return false;
  return refuse(400, 'active must be true or false.', 'invalidValue');
}
