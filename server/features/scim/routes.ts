import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contract/base/errors.ts';
import { isWithin } from '#contract/base/base.ts';
import { SiteKey } from '#contract/base/ids.ts';
import { countedAs } from '#contract/session/allowed-addresses.ts';
import type { Config } from '#server/config.ts';
import { noteFailure, refuseLocked } from '#server/kit/auth/attempts.ts';
import type { Tx } from '#server/kit/context.ts';
import { routeOf, traceOf } from '#server/kit/http/failures.ts';
import type { Api } from '#server/kit/http/mount.ts';
import { deepestBody, refuseTooMany } from '#server/kit/http/request.ts';
import { siteAlone } from '#server/kit/auth/sessions.ts';
import { sha256 } from '#server/kit/auth/tokens.ts';
import { mostResults, serviceProviderConfig, userResourceType, userSchemaDocument } from './discovery.ts';
import { failureBody, refuse, ScimFailure } from './failure.ts';
import { filterUsers } from './filter.ts';
import { patched } from './patch.ts';
import { makerNow } from './maker.ts';
import { fieldsFrom, resourceOf, userSchema, type ScimFields } from './resource.ts';
import { heldToken, noteUse, scimUsers, type HeldToken, type ScimRow } from './store.ts';
import { changeUser, createUser, deleteUser, assertUser, type Directory } from './users.ts';

const mediaType = 'application/scim+json; charset=utf-8';
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const callsPerMinute = 300;
const bodyLimit = 64 * 1024;

/** SCIM 2.0 (RFC 7643, 7644) for directories: users of the token's own site. Not in the endpoint table: its words are its own. */
export async function scimRoutes(app: FastifyInstance, api: Pick<Api, 'database'> & { config: Config }): Promise<void> {
  const base = `${api.config.publicUrl}/api/scim/v2`;
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(/^application\/(?:scim\+)?json/, { parseAs: 'string' }, (_request, body, done) => {
    let read: unknown;
    try {
      read = JSON.parse(body);
    } catch {
      return done(new ScimFailure(400, 'The body is not valid JSON.', 'invalidSyntax'));
    }
    if (!isWithin(read, deepestBody)) return done(new ScimFailure(400, 'The body nests too deep.', 'invalidSyntax'));
    return done(null, read);
  });
  const limit = app.createRateLimit({
    max: callsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => (request.headers.authorization ?? request.ip).slice(0, 200),
  });

  type Work = (tx: Tx, directory: Directory, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  const route = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, work: Work) =>
    app.route({
      method,
      url,
      bodyLimit,
      onRequest: async (request) => refuseTooMany(await limit(request)),
      handler: async (request, reply) => {
        const { site, token } = await tokenOf(api, request);
        const who = { ...siteAlone(site), UserId: token.UserId };
        const answer = await api.database.tx(who, async (tx) => {
          const maker = (await makerNow(tx, site, token.UserId)) ?? refuse(401, restingSentence);
          await noteUse(tx, site, token.ScimTokenId);
          return work(tx, { site, token, maker }, request, reply);
        });
        reply.header('content-type', mediaType);
        return answer === undefined ? reply.code(204).send() : reply.send(JSON.stringify(answer));
      },
    });
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;
  const told = (user: ScimRow, request: FastifyRequest) => projected(resourceOf(user, base), request);

  route('GET', '/Users', async (tx, { site }, request) => listOf(await scimUsers(tx, site), request, base));
  route('GET', '/Users/:id', async (tx, { site }, request) => told(await assertUser(tx, site, idOf(request)), request));
  route('POST', '/Users', async (tx, directory, request, reply) => {
    const made = await createUser(tx, directory, fieldsFrom(request.body, null));
    reply.code(201).header('location', `${base}/Users/${made.UserId}`);
    return told(made, request);
  });
  route('PUT', '/Users/:id', async (tx, directory, request) => {
    const change = { UserId: idOf(request), change: (before: ScimFields) => fieldsFrom(request.body, before) };
    return told(await changeUser(tx, directory, change), request);
  });
  route('PATCH', '/Users/:id', async (tx, directory, request) => {
    const change = { UserId: idOf(request), change: (before: ScimFields) => patched(before, request.body) };
    return told(await changeUser(tx, directory, change), request);
  });
  route('DELETE', '/Users/:id', (tx, directory, request) => deleteUser(tx, directory, idOf(request)));

  route('GET', '/ServiceProviderConfig', async () => serviceProviderConfig(base));
  route('GET', '/ResourceTypes', async () => whole([userResourceType(base)]));
  route('GET', '/ResourceTypes/:id', async (_tx, _directory, request) =>
    idOf(request) === 'User' ? userResourceType(base) : refuse(404, 'This resource type was not found.'),
  );
  route('GET', '/Schemas', async () => whole([userSchemaDocument(base)]));
  route('GET', '/Schemas/:id', async (_tx, _directory, request) =>
    idOf(request) === userSchema ? userSchemaDocument(base) : refuse(404, 'This schema was not found.'),
  );
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)
    route(method, '/*', async () => refuse(404, 'Nothing was found at this address.'));
}

const restingSentence =
  'The person who made this token no longer has the right. Ask another administrator for a new token.';

/** Whose token it is. Wrong ones count against where they came from, and shut out wrong ones alone: others come from there too. */
async function tokenOf(
  { database }: Pick<Api, 'database'>,
  request: FastifyRequest,
): Promise<Omit<Directory, 'maker'>> {
  const [, site = '', id = '', secret = ''] =
    /^Bearer ([^.\s]{1,60})\.([0-9a-f-]{36})\.([\w-]{43})$/i.exec(request.headers.authorization ?? '') ?? [];
  const isNamed = SiteKey.safeParse(site).success && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
  const token = isNamed ? await database.tx(siteAlone(site), (tx) => heldToken(tx, site, id)) : undefined;
  if (token && isSecret(token, secret)) return { site, token };
  const from = `scim:${countedAs(request.ip)}`;
  await refuseLocked(database, [from]);
  await noteFailure(database, from);
  return refuse(401, 'This token is not valid, or it was revoked.');
}

function isSecret({ tokenHash }: HeldToken, secret: string): boolean {
  return timingSafeEqual(Buffer.from(tokenHash), Buffer.from(sha256(secret)));
}

type Query = Record<string, unknown>;

/** RFC 7644, 3.4.2: filtered, then a page of it. */
function listOf(users: ScimRow[], request: FastifyRequest, base: string) {
  const { filter, startIndex, count } = request.query as Query;
  const fits = typeof filter === 'string' ? filterUsers(filter) : () => true;
  const found = users.map((user) => resourceOf(user, base)).filter(fits);
  const first = Math.max(1, numberOf(startIndex, 1));
  const most = Math.min(mostResults, Math.max(0, numberOf(count, mostResults)));
  const page = found.slice(first - 1, first - 1 + most);
  return {
    schemas: [listSchema],
    totalResults: found.length,
    startIndex: first,
    itemsPerPage: page.length,
    Resources: page.map((one) => projected(one, request)),
  };
}

function numberOf(given: unknown, otherwise: number): number {
  if (given === undefined) return otherwise;
  const number = typeof given === 'string' && /^-?\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  return Number.isNaN(number) ? refuse(400, 'startIndex and count must be whole numbers.', 'invalidValue') : number;
}

function whole(Resources: object[]) {
  const totalResults = Resources.length;
  return { schemas: [listSchema], totalResults, startIndex: 1, itemsPerPage: totalResults, Resources };
}

/** `attributes` and `excludedAttributes` by their first name; id and schemas are always told (RFC 7644, 3.9). */
function projected(resource: ReturnType<typeof resourceOf>, request: FastifyRequest): object {
  const { attributes, excludedAttributes } = request.query as Query;
  const named = (list: unknown) =>
    typeof list === 'string'
      ? list.split(',').map((one) => one.trim().toLowerCase().replace(`${userSchema.toLowerCase()}:`, '').split('.')[0])
      : undefined;
  const [only, without = []] = [named(attributes), named(excludedAttributes)];
  const isTold = (name: string) =>
    name === 'id' ||
    name === 'schemas' ||
    (only ? only.includes(name.toLowerCase()) : !without.includes(name.toLowerCase()));
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isTold(name)));
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = asScim(error);
  if (failure.status === 500) request.log.error({ route: routeOf(request), ...traceOf(error) }, 'request failed');
  if (failure.status === 401) reply.header('www-authenticate', 'Bearer realm="SCIM"');
  if (error instanceof AppError && error.retryAfter !== undefined)
    reply.header('retry-after', String(error.retryAfter));
  return reply
    .code(failure.status)
    .header('content-type', mediaType)
    .send(JSON.stringify(failureBody(failure)));
}

function asScim(error: unknown): ScimFailure {
  if (error instanceof ScimFailure) return error;
  if (error instanceof AppError && (error.kind === 'too-many' || error.kind === 'unavailable'))
    return new ScimFailure(error.kind === 'too-many' ? 429 : 503, error.message);
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status < 400 || status > 499)
    return new ScimFailure(500, 'Something went wrong on the server. Nothing was changed.');
  return new ScimFailure(status, 'The request could not be read.', 'invalidSyntax');
}
