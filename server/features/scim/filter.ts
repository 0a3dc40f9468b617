import { parse, type Filter } from 'scim2-parse-filter';
import { refuse } from './failure.ts';
import { userSchema, type resourceOf } from './resource.ts';

type Resource = ReturnType<typeof resourceOf>;
type Value = string | boolean | null;

const mostLetters = 1_000;

/** Attributes that may be asked for, in lower case; `isExact` where case counts (RFC 7643, 8.7.1). */
const attributes: Record<string, { of: (user: Resource) => Value[]; isExact?: true }> = {
  id: { of: (user) => [user.id], isExact: true },
  externalid: { of: (user) => [user.externalId ?? null], isExact: true },
  username: { of: (user) => [user.userName] },
  displayname: { of: (user) => [user.displayName] },
  active: { of: (user) => [user.active] },
  'name.givenname': { of: (user) => [user.name.givenName] },
  'name.familyname': { of: (user) => [user.name.familyName] },
  'name.formatted': { of: (user) => [user.name.formatted] },
  emails: { of: (user) => user.emails.map((email) => email.value) },
  'emails.value': { of: (user) => user.emails.map((email) => email.value) },
  'emails.type': { of: (user) => user.emails.map((email) => email.type) },
  'emails.primary': { of: (user) => user.emails.map((email) => email.primary) },
  'meta.created': { of: (user) => [user.meta.created] },
  'meta.lastmodified': { of: (user) => [user.meta.lastModified] },
  'meta.resourcetype': { of: (user) => [user.meta.resourceType] },
};

/** Whom a filter means (RFC 7644, 3.4.2.2). */
export function filterUsers(text: string): (user: Resource) => boolean {
  if (text.length > mostLetters) refuse(400, 'The filter is too long.', 'invalidFilter');
  let parsed: Filter;
  try {
    parsed = parse(text);
  } catch {
    return refuse(400, 'The filter could not be read.', 'invalidFilter');
  }
  return testOf(parsed, '');
}

function testOf(filter: Filter, within: string): (user: Resource) => boolean {
  switch (filter.op) {
    case 'and':
    case 'or': {
      const tests = ('filters' in filter ? filter.filters : []).map((one) => testOf(one, within));
      return (user) => (filter.op === 'and' ? tests.every((one) => one(user)) : tests.some((one) => one(user)));
    }
    case 'not': {
      const test = 'filter' in filter ? testOf(filter.filter, within) : () => false;
      return (user) => !test(user);
    }
    case '[]':
      // Nobody has more than one e-mail, so that each part of such a filter is about the same one.
      return 'valFilter' in filter ? testOf(filter.valFilter, `${filter.attrPath}.`) : () => false;
    default:
      return 'attrPath' in filter ? compare(filter, within) : () => false;
  }
}

function compare(filter: Extract<Filter, { attrPath: string }>, within: string): (user: Resource) => boolean {
  const path = `${within}${filter.attrPath}`.toLowerCase().replace(`${userSchema.toLowerCase()}:`, '');
  const attribute = Object.hasOwn(attributes, path) ? attributes[path] : undefined;
  if (!attribute) return refuse(400, `Users cannot be filtered by ${filter.attrPath}.`, 'invalidFilter');
  const isExact = attribute.isExact ?? false;
  const folded = (value: unknown) => (typeof value === 'string' && !isExact ? value.toLowerCase() : value);
  const sought = 'compValue' in filter ? folded(filter.compValue) : null;
  const fits = (value: Value) => isSo(filter.op, folded(value), sought);
  if (filter.op === 'ne') return (user) => attribute.of(user).every((value) => folded(value) !== sought);
  return (user) => attribute.of(user).some(fits);
}

function isSo(op: string, value: unknown, sought: unknown): boolean {
  if (op === 'pr') return value !== null && value !== '';
  if (op === 'eq') return value === sought;
  if (typeof value !== 'string' || typeof sought !== 'string') return false;
  switch (op) {
    case 'co':
      return value.includes(sought);
    case 'sw':
      return value.startsWith(sought);
    case 'ew':
      return value.endsWith(sought);
    case 'gt':
      return value > sought;
    case 'ge':
      return value >= sought;
    case 'lt':
      return value < sought;
    case 'le':
      return value <= sought;
    default:
      return refuse(400, 'The filter could not be read.', 'invalidFilter');
  }
}
