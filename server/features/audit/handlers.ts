import type { z } from 'zod';
import { mostExported, type auditEndpoints } from '#contract/audit/endpoints.ts';
import { actionName } from '#contract/audit/entry-words.ts';
import { fail } from '#contract/base/errors.ts';
import { siteToday } from '#server/features/importer/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Caller, Ctx, Handlers, Tx } from '#server/kit/context.ts';
import { csvOf } from './csv.ts';
import {
  entriesOf,
  openEntry,
  patientsNamed,
  peopleOf,
  valuesOf as valuesIn,
  type Group,
  type Line,
  type Place,
} from './store.ts';
import { hiddenBecause, seenBy, valuesOf } from './values.ts';

type Filter = z.output<typeof auditEndpoints.export.input>;
/** Where a list goes on: in which of its groups, and after which entry. */
type Mark = { group: string; place: Place | null };

const pageSize = 50;

export const auditHandlers: Handlers<typeof auditEndpoints> = {
  async list({ after, ...filter }, ctx) {
    const found = await page(ctx, filter, after === undefined ? null : readMark(after), pageSize);
    return { entries: found.lines.map(entryIn), after: found.next };
  },

  async get({ id }, { tx, caller }) {
    const number = /^00000000-0000-7000-8000-([0-9a-f]{12})$/.exec(id.toLowerCase())?.[1];
    const opened =
      number === undefined ? undefined : await openEntry(tx, readerOf(caller), Number.parseInt(number, 16));
    if (!opened) fail('not-found', 'This entry was not found.');
    const { line, isSealed } = opened;
    const detail = seenBy(caller, opened.detail);
    const earlier = seenBy(caller, opened.earlier);
    const hidden = hiddenBecause(caller, line.entity, [detail, earlier]);
    const { patients: ids, ...said } = detail ?? {};
    const isOfMany = line.patients !== null && Array.isArray(ids);
    const values = hidden === null ? valuesOf(line.action, isOfMany ? said : detail, earlier) : [];
    const patients = isOfMany ? await patientsNamed(tx, caller.site, ids as string[]) : [];
    return { entry: entryIn(line), values, patients, hidden, isSealed };
  },

  people: async (_input, { tx, caller }) => ({ people: await peopleOf(tx, caller.site) }),

  async export(filter, ctx) {
    const { tx, caller } = ctx;
    const { lines, next } = await page(ctx, filter, null, mostExported);
    const asked = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    const detail = { ...Object.fromEntries(asked), lines: String(lines.length) };
    const { site, UserId } = caller;
    await audit(tx, site, { UserId, action: 'export', entity: 'audit', pk: site, detail });
    const filename = `audit-${site}-${(await siteToday(tx)) ?? ''}.csv`;
    return { filename, content: csvOf(lines.map(entryIn)), lines: lines.length, isCut: next !== null };
  },
};

function readerOf({ site, facilityIds, providerIds }: Caller) {
  return { site, isScoped: facilityIds !== null || providerIds !== null };
}

function entryIn({ placeAt: _at, placeId: _id, ...entry }: Line) {
  return entry;
}

/** The next lines, and where they go on; null at the end. */
async function page(
  { tx, caller }: Ctx,
  { sort = 'at', order = sort === 'at' ? 'desc' : 'asc', ...filter }: Filter,
  after: Mark | null,
  size: number,
): Promise<{ lines: Line[]; next: string | null }> {
  // Within a person or an action the newest come first.
  const within = sort === 'at' ? order : 'desc';
  const groups = await groupsOf(tx, caller.site, sort, order, filter);
  const from = after === null ? 0 : groups.findIndex((group) => nameOf(group) === after.group);
  if (from === -1) refuseMark();
  const lines: Line[] = [];
  for (let at = from; at < groups.length; at += 1) {
    const group = groups[at] ?? null;
    const limit = size + 1 - lines.length;
    const begin = at === from ? (after?.place ?? null) : null;
    lines.push(...(await entriesOf(tx, readerOf(caller), { filter, group, after: begin, order: within, limit })));
    if (lines.length > size) return { lines: lines.slice(0, size), next: markOf(sort, lines[size - 1]) };
  }
  return { lines, next: null };
}

/** Sorted by person or action, the log is read person by person or action by action: each has its own index. */
async function groupsOf(
  tx: Tx,
  site: string,
  sort: 'at' | 'person' | 'action',
  order: 'asc' | 'desc',
  filter: Filter,
): Promise<(Group | null)[]> {
  if (sort === 'at') return [null];
  const column = sort === 'person' ? 'UserId' : 'action';
  const chosen = filter[column];
  const values =
    chosen === undefined ? await valuesIn(tx, site, column) : [column === 'UserId' ? chosen.toLowerCase() : chosen];
  const names = sort === 'person' ? await namesOf(tx, site) : null;
  const label = (value: string) => names?.get(value) ?? (sort === 'person' ? '\uffff' : actionName(value));
  const sorted = values.toSorted((a, b) => label(a).localeCompare(label(b)) || (a < b ? -1 : 1));
  const groups: Group[] = sorted.map((value) => ({ column, value }));
  // What nobody did comes last.
  if (sort === 'person' && chosen === undefined) groups.push({ column, value: null });
  return order === 'asc' ? groups : groups.toReversed();
}

async function namesOf(tx: Tx, site: string): Promise<Map<string, string>> {
  return new Map((await peopleOf(tx, site)).map(({ UserId, name }) => [UserId, name]));
}

function nameOf(group: Group | null): string {
  return group?.value ?? '';
}

function markOf(sort: 'at' | 'person' | 'action', line: Line | undefined): string | null {
  if (!line) return null;
  const group = sort === 'at' ? '' : ((sort === 'person' ? line.UserId : line.action) ?? '');
  return `${line.placeAt}:${line.placeId}:${group}`;
}

function readMark(text: string): Mark {
  const [, at, id, group] = /^(\d{1,17}):(\d{1,15}):(.{0,60})$/.exec(text) ?? [];
  if (at === undefined || id === undefined || group === undefined) return refuseMark();
  return { group, place: { at, id } };
}

function refuseMark(): never {
  return fail('invalid', 'The page marker is not valid.', {
    fields: { after: 'after must come from the last page.' },
  });
}
