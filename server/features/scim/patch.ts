import { refuse } from './failure.ts';
import {
  activeOf,
  emailIn,
  emailOf,
  externalIdOf,
  lowered,
  nameOf,
  objectOf,
  textOf,
  userSchema,
  type ScimFields,
} from './resource.ts';

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const mostOperations = 100;

/** What a directory may say of a user though Mainstay does not keep it (RFC 7643, 4.1). */
const notKept = new Set([
  'displayname',
  'nickname',
  'profileurl',
  'title',
  'usertype',
  'preferredlanguage',
  'locale',
  'timezone',
  'phonenumbers',
  'addresses',
  'photos',
  'ims',
  'roles',
  'entitlements',
  'x509certificates',
  'name.formatted',
  'name.middlename',
  'name.honorificprefix',
  'name.honorificsuffix',
]);
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user';

/** The fields after the operations of a PATCH, one after the other (RFC 7644, 3.5.2). */
export function patched(before: ScimFields, body: unknown): ScimFields {
  const given = lowered(objectOf(body, 'The body'));
  const { schemas, operations } = given;
  if (!Array.isArray(schemas) || !schemas.includes(patchSchema))
    refuse(400, `schemas must name ${patchSchema}.`, 'invalidSyntax');
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > mostOperations)
    refuse(400, `Operations must have 1 to ${mostOperations} operations.`, 'invalidSyntax');
  return operations.reduce<ScimFields>((fields, one) => applied(fields, one), before);
}

function applied(before: ScimFields, operation: unknown): ScimFields {
  const { op, path, value } = lowered(objectOf(operation, 'An operation'));
  const verb = typeof op === 'string' ? op.toLowerCase() : '';
  if (verb !== 'add' && verb !== 'replace' && verb !== 'remove')
    refuse(400, 'op must be add, replace or remove.', 'invalidSyntax');
  if (path !== undefined && typeof path !== 'string') refuse(400, 'path must be text.', 'invalidPath');
  if (verb === 'remove') {
    if (path === undefined) refuse(400, 'To remove something, path must name it.', 'noTarget');
    return removed(before, attributeOf(path));
  }
  if (path !== undefined) return written(before, attributeOf(path), value);
  return Object.entries(objectOf(value, 'value')).reduce(
    (fields, [name, one]) => written(fields, attributeOf(name), one),
    before,
  );
}

/** `emails.value` of `emails[type eq "work"].value`: nobody has more than one e-mail. */
function attributeOf(path: string): string {
  const plain = path.trim().toLowerCase();
  const core = plain.startsWith(`${userSchema.toLowerCase()}:`) ? plain.slice(userSchema.length + 1) : plain;
  return core.replace(/^emails\[[^\]]*\]/, 'emails');
}

function removed(before: ScimFields, attribute: string): ScimFields {
  if (attribute === 'externalid') return { ...before, externalId: null };
  if (isNotKept(attribute)) return before;
  if (isKept(attribute)) refuse(400, `${attribute} is required and cannot be removed.`, 'invalidValue');
  return refuse(400, `A user has no ${attribute}.`, 'invalidPath');
}

const isKept = (attribute: string) => /^(?:username|active|emails(?:\..*)?|name(?:\..*)?)$/.test(attribute);
const isNotKept = (attribute: string) => notKept.has(attribute.split('[')[0] ?? '') || attribute.startsWith(enterprise);

function written(before: ScimFields, attribute: string, value: unknown): ScimFields {
  switch (attribute) {
    case 'active':
      return { ...before, active: activeOf(value) };
    case 'username':
      return { ...before, userName: textOf(value, 'userName') };
    case 'externalid':
      return { ...before, externalId: externalIdOf(value) };
    case 'name.givenname':
      return { ...before, FirstName: nameOf(value, 'name.givenName') };
    case 'name.familyname':
      return { ...before, LastName: nameOf(value, 'name.familyName') };
    case 'name':
      return Object.entries(lowered(objectOf(value, 'name'))).reduce(
        (fields, [part, one]) => written(fields, `name.${part}`, one),
        before,
      );
    case 'emails':
      return { ...before, Email: emailOf(emailIn(value)) };
    case 'emails.value':
      return { ...before, Email: emailOf(value) };
    case 'emails.type':
    case 'emails.primary':
    case 'emails.display':
      return before;
    case 'id':
    case 'meta':
    case 'schemas':
    case 'groups':
      return refuse(400, `${attribute} cannot be changed.`, 'mutability');
    default:
      return isNotKept(attribute) ? before : refuse(400, `A user has no ${attribute}.`, 'invalidPath');
  }
}
