import { endpoint, type EndpointName } from '#contract/endpoints.ts';
import { chanceFrom } from '#server/demo/random.ts';
import type { Site, TestApi } from './api.ts';
import { canaryOf } from './cloned-sites.ts';
import { idColumns, requestOf } from './generated-calls.ts';

type Headers = Record<string, string>;
type Answer = { status: number; body: string };
/** A call of the site `from`, with something of the site `of` in it. */
export type Probe = {
  name: EndpointName;
  from: Site;
  of: Site;
  input: Record<string, unknown>;
  headers?: Headers;
  /** The same call with something of nobody, for what is not in the input. */
  strangerHeaders?: () => Headers;
};

/** What is gone may be removed again: the answer then says that nothing was. */
const removedNothing = JSON.stringify({ removed: 0 });
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const chance = chanceFrom(5);
const somebodyElses = (id: string) =>
  id.slice(0, 24) + Array.from({ length: 12 }, () => chance.below(16).toString(16)).join('');

export function prober(api: TestApi, ids: ReadonlyMap<Site, ReadonlySet<string>>, mayAnswer: ReadonlySet<string>) {
  let count = 0;
  const sent = new Map([...ids.keys()].map((site) => [site, new Set<string>()]));

  async function send({ name, from }: Probe, input: Record<string, unknown>, headers: Headers = {}): Promise<Answer> {
    const { method, url, body } = requestOf(name, input);
    // Whoever logs out would be refused everything after it.
    const as = name === 'session.logout' ? {} : { as: 'admin' as const, site: from };
    // Ten wrong passwords end a sign-in.
    if (name.startsWith('account.')) await api.db.owner('delete from login_failures');
    const reply = await api.inject(method, url, { ...as, headers, ...(body && { body }) });
    // A sign-in ends with the device it is used from: whoever erases that one next would be refused everything after it.
    if (name === 'session.reportDevice')
      await api.db.owner(`update sessions set "DeviceId" = null where site = $1`, [from]);
    return { status: reply.statusCode, body: reply.body };
  }

  /** Ids of others that the site has not sent itself before, and names that only others know. */
  function toldOfOthers({ from, of }: Probe, { body }: Answer): string[] {
    const canaries = [...ids.keys()].filter((site) => site !== from && body.includes(canaryOf(site)));
    const told = (body.match(uuid) ?? []).filter((id) => ids.get(of)?.has(id) && !sent.get(from)?.has(id));
    return [...canaries, ...told];
  }

  /** What is wrong with the answer, in words; null where it tells nothing. */
  async function faultOf(probe: Probe): Promise<string | null> {
    count += 1;
    const { name, from, input, headers } = probe;
    const question = JSON.stringify(input);
    for (const id of question.match(uuid) ?? []) sent.get(from)?.add(id);
    const strange = () => asNobodys(question, (id) => ids.get(probe.of)?.has(id) === true);
    const nobodys = () => send(probe, JSON.parse(strange()) as typeof input, probe.strangerHeaders?.());
    // What its schema refuses is looked up nowhere.
    const isLookedUp = endpoint(name).input.safeParse(input).success;
    const before = isLookedUp ? await nobodys() : undefined;
    const answer = await send(probe, input, headers);
    const what = `${name} ${from}->${probe.of} ${question} ${JSON.stringify(headers ?? {})} => ${answer.status} ${excerptOf(probe, answer)}`;
    if (answer.status >= 500) return `failed: ${what}`;
    const told = toldOfOthers(probe, answer);
    if (told.length > 0) return `told ${told.join()}: ${what}`;
    const isOwn = async () => intersects(question, await ownRows(api, from));
    if (answer.status === 200 && !mayAnswer.has(name) && answer.body !== removedNothing && !(await isOwn()))
      return `took effect: ${what}`;
    if (!before || shapeOf(name, answer) === shapeOf(name, before)) return null;
    // What the first call made may stand in the way of the second: then it does so for nobody's ids as well.
    const after = await nobodys();
    if (shapeOf(name, answer) === shapeOf(name, after) || (await isOwn())) return null;
    return `not as for no one's: ${what} | ${after.status} ${after.body.slice(0, 300)}`;
  }

  /** The beginning, or where a name of others stands. */
  function excerptOf({ from }: Probe, { body }: Answer): string {
    const places = [...ids.keys()].filter((site) => site !== from).map((site) => body.indexOf(canaryOf(site)));
    const at = Math.max(0, Math.max(...places) - 200);
    return body.slice(at, at + 400);
  }

  return { faultOf, count: () => count };
}

/** The question with ids of nobody in place of another site's, the same one wherever it stood. */
function asNobodys(question: string, isTheirs: (id: string) => boolean): string {
  const replaced = new Map<string, string>();
  return question.replace(uuid, (id) => {
    if (!isTheirs(id)) return id;
    const other = replaced.get(id) ?? somebodyElses(id);
    replaced.set(id, other);
    return other;
  });
}

const intersects = (question: string, ids: ReadonlySet<string>) =>
  (question.match(uuid) ?? []).some((id) => ids.has(id));

/** Rows that the site has made itself under ids it was free to choose. */
async function ownRows(api: TestApi, site: Site): Promise<Set<string>> {
  const each = idColumns.map(([table, column]) => `select "${column}" as id from ${table} where site = $1`);
  const rows = await api.db.owner<{ id: string }>(each.join(' union all '), [site]);
  return new Set(rows.map((row) => row.id));
}

/**
 * An answer without what differs from call to call: ids, instants, sealed texts, the number of the request. A list of the
 * site's own rows grows from call to call, so only refusals and what became of waiting calls are compared word by word.
 */
function shapeOf(name: EndpointName, { status, body }: Answer): string {
  if (status === 200 && name !== 'sync.push') return '200';
  const shape = body
    .replace(uuid, 'id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)?/g, 'at')
    .replace(/[\w-]{40,}(\.[\w-]{20,})?/g, 'sealed')
    .replace(/"(at|serverTime|batch|lines)":\d+/g, '"$1":0');
  return `${status} ${shape}`;
}
