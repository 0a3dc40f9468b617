import { z } from 'zod';
import { isInQuery, methodOf, pathOf, type Endpoint, type EndpointTable } from '#contract/base/endpoint.ts';
import { Failure } from '#contract/base/errors.ts';

type Json = Record<string, unknown>;

const about = `All calls except sign-in need \`Authorization: Bearer …\` and \`X-Site-Key\`, the site of the token.
An error is a Failure: 490 and 422 with a message for the user, 401 signed out, 403, 404, 409, 429 and 503 with Retry-After.
Calls that write accept \`Idempotency-Key\`: the same key and input run once and get the same reply.
Calls with a \`base\` merge per field: it has the values that the caller read. If someone else changed a field since, the call fails as \`changed-elsewhere\`, with the row in \`current\`. Without \`base\` the last writer wins.`;

/** The whole endpoint table as OpenAPI 3.1. */
export function openApiDocument(table: Record<string, EndpointTable>, publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [feature, endpoints] of Object.entries(table)) {
    for (const [verb, endpoint] of Object.entries(endpoints)) {
      const path = pathOf(endpoint).replace(/:(\w+)/g, '{$1}');
      (paths[path] ??= {})[methodOf(endpoint).toLowerCase()] = operation(`${feature}.${verb}`, feature, endpoint);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Mainstay', version: '1', description: about },
    servers: [{ url: `${publicUrl.replace(/\/$/, '')}/api` }],
    tags: Object.keys(table).map((name) => ({ name })),
    security: [{ bearer: [], site: [] }],
    paths,
    components: {
      schemas: { Failure: schemaOf(Failure, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        site: { type: 'apiKey', in: 'header', name: 'X-Site-Key' },
      },
    },
  };
}

function operation(operationId: string, feature: string, endpoint: Endpoint): Json {
  const inPath = [...pathOf(endpoint).matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const input = schemaOf(endpoint.input, 'input');
  const properties = (input['properties'] ?? {}) as Record<string, Json>;
  const required = (input['required'] ?? []) as string[];
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name));
  const inQuery = rest.filter((name) => isInQuery(endpoint, name));
  const inBody = rest.filter((name) => !inQuery.includes(name));
  const isRead = methodOf(endpoint) === 'GET' || methodOf(endpoint) === 'DELETE';
  const parameter = (name: string, place: 'path' | 'query') => ({
    name,
    in: place,
    required: required.includes(name),
    schema: properties[name] ?? {},
  });
  const body = {
    ...input,
    properties: Object.fromEntries(inBody.map((name) => [name, properties[name]])),
    required: required.filter((name) => inBody.includes(name)),
  };
  return {
    operationId,
    tags: [feature],
    summary: endpoint.summary,
    description: whoMayCall(endpoint),
    ...(endpoint.access === 'public' && { security: [] }),
    parameters: [...inPath.map((name) => parameter(name, 'path')), ...inQuery.map((name) => parameter(name, 'query'))],
    ...((!isRead || inBody.length > 0) && {
      requestBody: { required: !isRead && inBody.length > 0, content: { 'application/json': { schema: body } } },
    }),
    responses: {
      200: { description: 'Done.', content: contentOf(endpoint) },
      default: {
        description: 'Failed.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  };
}

function contentOf({ sends, reply }: Endpoint): Json {
  if (sends) return { [sends]: { schema: { type: 'string', format: 'binary' } } };
  return { 'application/json': { schema: schemaOf(reply, 'output') } };
}

function whoMayCall({ access }: Endpoint): string {
  if (access === 'public') return 'Needs no sign-in.';
  if (access.superuser) return 'For superusers.';
  if (access.all) return `Needs ${access.all.join(' and ')}.`;
  if (access.any) return `Needs ${access.any.join(' or ')}.`;
  return 'For every signed-in staff member.';
}

/** JSON values nest without end and would point outside their schema: they are described as anything. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, $defs, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  if ($defs === undefined) return json;
  return JSON.parse(JSON.stringify(json), (_name, value: unknown) => (isReference(value) ? {} : value)) as Json;
}

function isReference(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '$ref' in value && String(value.$ref).startsWith('#/$defs/');
}
