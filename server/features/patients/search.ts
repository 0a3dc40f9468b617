import { phoneDigits, type NameQuery } from '#contract/patients/name-query.ts';
import type { Patient } from '#contract/patients/patient.ts';
import type { Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';

/** What was typed, as beginnings of the words that migration 0048 keeps of each patient; all must fit. */
export type Terms = readonly string[];
/** Where a patient stands in a list. */
type Place = { place: number; word: string; sort: string; PatientId: string };

/** Null where nobody can be meant: too few digits of a phone. */
export function termsOf({ words, digits, dates }: NameQuery): Terms | null {
  if (digits.some((run) => run.length < fewestDigits)) return null;
  return [...new Set([...words, ...digits.map(phoneDigits), ...dates.map((date) => `=${date}`)])];
}

const fewestDigits = 3;
/** So many are read and sorted rather than a longer list followed. */
const few = 1_000;

/** Those of whom the first is true, then those of the next, where nobody is of two; one row more than `limit` tells that there are more. */
export async function searchPatients(
  tx: Tx,
  ways: readonly Terms[],
  after: string | null,
  limit: number,
): Promise<Patient[]> {
  const from = ways.length > 1 && after !== null ? await wayOf(tx, ways, after) : 0;
  const found: Patient[] = [];
  for (const [at, terms] of ways.entries()) {
    if (at < from || found.length > limit) continue;
    found.push(...(await searchOne(tx, terms, at === from ? after : null, limit - found.length)));
  }
  return found;
}

/** By which of them a page ended with this patient. */
async function wayOf(tx: Tx, ways: readonly Terms[], PatientId: string): Promise<number> {
  const found = await tx.maybe<{ words: string }>(
    `select words from patient_search where site = app_site() and "PatientId" = $1`,
    [PatientId],
  );
  const at = ways.findIndex((terms) => terms.every((term) => found?.words.includes(` ${term}`)));
  return Math.max(0, at);
}

/**
 * Patients whose last name begins with the first term, then those of whom another word does; each by that word, then by
 * last and first name. One row more than `limit` tells that there are more.
 */
async function searchOne(tx: Tx, terms: Terms, after: string | null, limit: number): Promise<Patient[]> {
  const [first = ''] = terms;
  const end = after === null ? null : await placeOf(tx, first, after);
  if (after !== null && end === null) return [];
  const rarest = terms.length > 1 ? await rarestOf(tx, terms) : first;
  const asked = [first, terms, end?.place ?? -1, end?.word ?? '', end?.sort ?? '', end?.PatientId ?? noId];
  const found = rarest === first ? following(limit + 1, terms) : sorted(limit + 1);
  // Looked up one by one, whatever the planner thinks of a table that has just grown.
  return tx.rows<Patient>(
    `select p.* from (${found}) as found, lateral (
       select ${columnsOf('patients', 'one')} from patients one where site = app_site() and one."PatientId" = found."PatientId" offset 0) as p
     order by found.place, found.word, found.sort, found."PatientId"`,
    rarest === first ? asked : [...asked, rarest],
  );
}

const noId = '00000000-0000-0000-0000-000000000000';
const begins = (column: string, term: string) => `${column} >= ${term} and ${column} < ${term} || chr(1114111)`;
const fitsAll = `not exists (select from unnest($2::text[]) as term where strpos(words, ' ' || term) = 0)`;
/**
 * Whose several words fit is listed by the first of them. It is never after this one; asked with `=`, the planner would
 * think that few are left and sort them all.
 */
const isListedByIt = `strpos(words, ' ' || $1) >= strpos(words || ' ', ' ' || word || ' ')`;

/** In the order of the index, until the page is full. */
function following(most: number, terms: Terms): string {
  const at = (place: 0 | 1, also: string) => `(
    select place, word, sort, "PatientId" from patient_words
    where site = app_site() and place = ${place} and ${begins('word', '$1')}
      and $3 <= ${place} and ($3 < ${place} or (word, sort, "PatientId") > ($4, $5, $6::uuid)) and ${also}
    order by word, sort, "PatientId" limit ${most})`;
  const fits = terms.length > 1 ? fitsAll : '$2::text[] is not null';
  const lastNames = at(0, fits);
  // Without a term everybody is listed, by last name.
  if (terms.length === 0) return lastNames;
  return `select * from (${lastNames} union all ${at(1, `${isListedByIt} and ${fits}`)}) as both_places limit ${most}`;
}

/** All of whom the rarest term is true, in the same order. */
function sorted(most: number): string {
  const near = (place: 0 | 1) =>
    `select "PatientId", sort, words from patient_words where site = app_site() and place = ${place} and ${begins('word', '$7')} and ${fitsAll}`;
  return `select place, word, sort, "PatientId" from (
      select (strpos(words, ' ' || $1) > 1)::int as place, sort, "PatientId",
        split_part(substr(words, strpos(words, ' ' || $1) + 1), ' ', 1) collate "C" as word
      from (${near(0)} union ${near(1)}) as near) as fitting
    where (place, word, sort, "PatientId") > ($3, $4, $5, $6::uuid)
    order by place, word, sort, "PatientId" limit ${most}`;
}

/** The term of which the fewest words begin with it; the first one, unless another is rare. */
async function rarestOf(tx: Tx, terms: Terms): Promise<string> {
  const count = (place: 0 | 1) =>
    `(select count(*) from (select from patient_words where site = app_site() and place = ${place} and ${begins('word', 'term')} limit ${few}) as counted)`;
  const counted = await tx.rows<{ n: number }>(
    `select ${count(0)} + ${count(1)} as n from unnest($1::text[]) with ordinality as asked (term, nth) order by nth`,
    [terms],
  );
  const counts = counted.map(({ n }) => n);
  const fewest = Math.min(...counts);
  return (fewest < few ? terms[counts.indexOf(fewest)] : undefined) ?? terms[0] ?? '';
}

/** Where the list of a term shows a patient: a page goes on after the one it ended with. */
async function placeOf(tx: Tx, first: string, PatientId: string): Promise<Place | null> {
  const found = await tx.maybe<{ words: string; sort: string }>(
    `select words, sort from patient_search where site = app_site() and "PatientId" = $1`,
    [PatientId],
  );
  if (!found) return null;
  const words = found.words.slice(1).split(' ');
  const at = words.findIndex((word) => word.startsWith(first));
  return { place: at === 0 ? 0 : 1, word: words[at] ?? first, sort: found.sort, PatientId };
}
