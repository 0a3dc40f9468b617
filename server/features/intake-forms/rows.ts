import type { z } from 'zod';
import { publishedForms } from '#contract/intake-forms/published-form.ts';
import type { IntakeForm } from '#contract/intake/form.ts';
import { formIdOf, type DraftFields, type OwnForm, type OwnFormLine } from '#contract/intake-forms/own-form.ts';
import type { InLanguages } from '#contract/intake-forms/stale-spanish.ts';
import type { Tx } from '#server/kit/context.ts';

export type OwnFormRow = z.input<typeof OwnForm>;

const state = `"OwnFormId", title, "askedOf", "isOn", replaces, rev, version, to_jsonb("publishedAt") #>> '{}' as "publishedAt",
  rev is distinct from "publishedRev" as "isChanged"`;

export function ownForms(tx: Tx): Promise<z.input<typeof OwnFormLine>[]> {
  return tx.rows(
    `select ${state}, (select coalesce(sum(jsonb_array_length(page -> 'questions')), 0)::int from jsonb_array_elements(pages) page) as questions
     from intake_form_drafts where site = app_site() order by lower(title ->> 0), "OwnFormId"`,
  );
}

export function ownForm(tx: Tx, id: string): Promise<OwnFormRow | undefined> {
  return tx.maybe(`select ${state}, pages from intake_form_drafts where site = app_site() and "OwnFormId" = $1`, [id]);
}

/** Held until the transaction ends. */
export function holdOwnForm(tx: Tx, id: string): Promise<OwnFormRow | undefined> {
  return tx.maybe(
    `select ${state}, pages from intake_form_drafts where site = app_site() and "OwnFormId" = $1 for update`,
    [id],
  );
}

/** All forms of the site wait for each other: two of them must not take one place. */
export async function holdForms(tx: Tx): Promise<void> {
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended('intake forms ' || app_site(), 0))`);
}

const written = ({ title, askedOf, pages, isOn, replaces }: DraftFields) => [
  JSON.stringify(title),
  JSON.stringify(askedOf),
  JSON.stringify(pages),
  isOn,
  replaces,
];

/** `copied`: what the form said of which it is a copy. */
export async function insertOwnForm(tx: Tx, id: string, draft: DraftFields, copied: InLanguages | null): Promise<void> {
  await tx.run(
    `insert into intake_form_drafts (site, "OwnFormId", title, "askedOf", pages, "isOn", replaces, copied)
     values (app_site(), $1, $2, $3, $4, $5, $6, $7)`,
    [id, ...written(draft), copied && JSON.stringify(copied)],
  );
}

/** `isOther`: what will be published says something else than before. */
export async function updateOwnForm(tx: Tx, id: string, draft: DraftFields, isOther: boolean): Promise<void> {
  await tx.run(
    `update intake_form_drafts set title = $2, "askedOf" = $3, pages = $4, "isOn" = $5, replaces = $6, rev = rev + $7
     where site = app_site() and "OwnFormId" = $1`,
    [id, ...written(draft), isOther ? 1 : 0],
  );
}

export async function deleteOwnForm(tx: Tx, id: string): Promise<void> {
  await tx.run(`delete from intake_form_drafts where site = app_site() and "OwnFormId" = $1`, [id]);
}

/** Whether another form is asked in the place of the same built-in one. */
export async function isReplaced(tx: Tx, replaces: string, except: string): Promise<boolean> {
  const found = await tx.maybe(
    `select 1 from intake_form_drafts where site = app_site() and replaces = $1 and "OwnFormId" <> $2`,
    [replaces, except],
  );
  return found !== undefined;
}

export async function arePayersKnown(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const found = await tx.rows(`select 1 from payers where site = app_site() and "PayerId" = any ($1::uuid[])`, [ids]);
  return found.length === new Set(ids.map((id) => id.toLowerCase())).size;
}

/** What the form said of which this one is a copy. */
export async function copiedWords(tx: Tx, { OwnFormId }: Pick<OwnForm, 'OwnFormId'>): Promise<InLanguages | null> {
  const found = await tx.maybe<{ copied: InLanguages | null }>(
    `select copied from intake_form_drafts where site = app_site() and "OwnFormId" = $1`,
    [OwnFormId],
  );
  return found?.copied ?? null;
}

/** What the newest version says, in both languages. */
export async function publishedWords(
  tx: Tx,
  { OwnFormId, version }: Pick<OwnForm, 'OwnFormId' | 'version'>,
): Promise<InLanguages | undefined> {
  const rows = await tx.rows<Pick<IntakeForm, 'language' | 'title' | 'pages'>>(
    `select language, title, pages from intake_forms where site = app_site() and "IntakeFormId" = $1 and version = $2`,
    [formIdOf(OwnFormId), version],
  );
  const [en, es] = ['en', 'es'].map((one) => rows.find(({ language }) => language === one));
  return en && es && { en, es };
}

/** Keeps the draft as its next version, in each language. */
export async function publishOwnForm(tx: Tx, draft: OwnForm, now: Date): Promise<void> {
  const version = draft.version + 1;
  await tx.run(
    `insert into intake_forms (site, "IntakeFormId", version, language, title, "askedOf", pages)
     select app_site(), f->>'IntakeFormId', (f->>'version')::int, f->>'language', f->>'title', f->'askedOf', f->'pages'
     from jsonb_array_elements($1::jsonb) f`,
    [JSON.stringify(publishedForms(draft, version))],
  );
  await tx.run(
    `update intake_form_drafts set version = $2, "publishedRev" = rev, "publishedAt" = $3
     where site = app_site() and "OwnFormId" = $1`,
    [draft.OwnFormId, version, now],
  );
}
