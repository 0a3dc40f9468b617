import { userSchema } from './resource.ts';

/** The most users one list holds. */
export const mostResults = 200;

/** RFC 7643, 5. */
export function serviceProviderConfig(base: string) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: mostResults },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token made by an administrator of the site.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

/** RFC 7643, 6. */
export function userResourceType(base: string) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'Someone who works at the clinic',
    schema: userSchema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
  };
}

type Attribute = {
  name: string;
  type: string;
  required?: boolean;
  uniqueness?: string;
  isExact?: true;
  sub?: Attribute[];
};

const known: Attribute[] = [
  { name: 'userName', type: 'string', required: true, uniqueness: 'server' },
  {
    name: 'name',
    type: 'complex',
    sub: [
      { name: 'givenName', type: 'string' },
      { name: 'familyName', type: 'string' },
    ],
  },
  { name: 'active', type: 'boolean' },
  {
    name: 'emails',
    type: 'complex',
    sub: [
      { name: 'value', type: 'string', uniqueness: 'server' },
      { name: 'type', type: 'string' },
      { name: 'primary', type: 'boolean' },
    ],
  },
];

/** RFC 7643, 7: the attributes that Mainstay keeps. */
export function userSchemaDocument(base: string) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id: userSchema,
    name: 'User',
    description: 'Someone who works at the clinic',
    attributes: known.map(described),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${userSchema}` },
  };
}

function described({ name, type, required = false, uniqueness = 'none', isExact, sub }: Attribute): object {
  return {
    name,
    type,
    multiValued: name === 'emails',
    required,
    caseExact: isExact ?? false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness,
    ...(sub && { subAttributes: sub.map(described) }),
  };
}
