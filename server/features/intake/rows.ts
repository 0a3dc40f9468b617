import type { Answers, IntakeForm } from '#contract/intake/form.ts';
import { builtInForms } from '#contract/intake/built-in/forms.ts';
import { formIn } from '#contract/intake/built-in/in-both.ts';
import { languages, type Language } from '#contract/words/language.ts';
import type { Tx } from '#server/kit/context.ts';

export type FormRef = { IntakeFormId: string; version: number };
export type IntakeRow = {
  IntakeId: string;
  PatientId: string;
  VisitId: string | null;
  forms: FormRef[];
  needsProxy: boolean;
  inputKey: string;
  answers: Answers;
  rev: number;
  revs: Record<string, number>;
  submittedAt: string | null;
  photos: number;
  photoBytes: number;
};

const columns = `"IntakeId", "PatientId", "VisitId", forms, "needsProxy", "inputKey", answers, rev, revs, "submittedAt", photos, "photoBytes"`;

/** What a patient submitted, the newest first, and whether its insurance was looked at. */
export function intakesWithForms(tx: Tx, PatientId: string): Promise<(IntakeRow & { isReviewed: boolean })[]> {
  return tx.rows(
    `select ${columns}, exists (select from insurance_reviews r where r.site = i.site and r."IntakeId" = i."IntakeId") as "isReviewed"
     from intakes i where site = app_site() and "PatientId" = $1 and "submittedAt" is not null
     order by "submittedAt" desc, "IntakeId" limit 20`,
    [PatientId],
  );
}

/** Held until the transaction ends. */
export function holdIntake(tx: Tx, IntakeId: string): Promise<IntakeRow | undefined> {
  return tx.maybe<IntakeRow>(`select ${columns} from intakes where site = app_site() and "IntakeId" = $1 for update`, [
    IntakeId,
  ]);
}

export function intakeOfVisit(tx: Tx, VisitId: string): Promise<IntakeRow | undefined> {
  return tx.maybe<IntakeRow>(`select ${columns} from intakes where site = app_site() and "VisitId" = $1`, [VisitId]);
}

/** Of these patients: what is open first, by its visit; else what was submitted last. A visit that does not take place asks for nothing. */
export function nextIntake(tx: Tx, PatientIds: readonly string[], today: string): Promise<IntakeRow | undefined> {
  const named = columns.replace(/(^|, )/g, '$1i.');
  return tx.maybe<IntakeRow>(
    `select ${named} from intakes i left join visits v on v.site = i.site and v."VisitId" = i."VisitId"
     where i.site = app_site() and i."PatientId" = any ($1::uuid[]) and v.stage not in ('cancelled', 'noShow', 'lateCancel')
       and (i."submittedAt" is not null or v."Start" >= $2)
     order by (i."submittedAt" is not null), case when i."submittedAt" is null then v."Start" end, i."startedAt" desc limit 1`,
    [PatientIds, today],
  );
}

/** What the same patient answered before, the newest answer of each question, unfinished intakes too. */
export async function lastAnswers(tx: Tx, { PatientId, IntakeId }: IntakeRow): Promise<Answers> {
  const rows = await tx.rows<{ answers: Answers }>(
    `select answers from intakes where site = app_site() and "PatientId" = $1 and "IntakeId" <> $2 order by "startedAt"`,
    [PatientId, IntakeId],
  );
  return Object.assign({}, ...rows.map(({ answers }) => answers)) as Answers;
}

/** The forms of an intake in one language, in their order. */
export async function formsOf(tx: Tx, refs: readonly FormRef[], language: Language): Promise<IntakeForm[]> {
  const rows = await tx.rows<IntakeForm>(
    `select "IntakeFormId", version, language, title, "askedOf", pages from intake_forms
     where site = app_site() and language = $1 and "IntakeFormId" = any ($2::text[])`,
    [language, refs.map(({ IntakeFormId }) => IntakeFormId)],
  );
  return refs.flatMap(({ IntakeFormId, version }) => {
    const found = rows.find((row) => row.IntakeFormId === IntakeFormId && row.version === version);
    return found ? [found] : [];
  });
}

/** Puts the built-in forms, as this version of Mainstay has them, among the site's; what was there before stays. */
export async function publishBuiltIn(tx: Tx): Promise<void> {
  const forms = builtInForms.flatMap((form) =>
    (Object.keys(languages) as Language[]).map((language) => formIn(form, language)),
  );
  await tx.run(
    `insert into intake_forms (site, "IntakeFormId", version, language, title, "askedOf", pages)
     select app_site(), f->>'IntakeFormId', (f->>'version')::int, f->>'language', f->>'title', f->'askedOf', f->'pages'
     from jsonb_array_elements($1::jsonb) f on conflict do nothing`,
    [JSON.stringify(forms)],
  );
}

export async function insertIntake(
  tx: Tx,
  {
    IntakeId,
    PatientId,
    VisitId,
    forms,
    needsProxy,
    inputKey,
  }: Pick<IntakeRow, 'IntakeId' | 'PatientId' | 'VisitId' | 'forms' | 'needsProxy' | 'inputKey'>,
): Promise<void> {
  await tx.run(
    `insert into intakes (site, "IntakeId", "PatientId", "VisitId", forms, "needsProxy", "inputKey") values (app_site(), $1, $2, $3, $4, $5, $6)`,
    [IntakeId, PatientId, VisitId, JSON.stringify(forms), needsProxy, inputKey],
  );
}

/** As its caller may see it. */
export type SavedIntake = { rev: number; others: Answers; masked: Record<string, string> };

/**
 * Puts answers beside those that are there, each question for itself, and says which others came since `seen`. Of two
 * devices the later answer to one question counts.
 */
export async function putAnswers(
  tx: Tx,
  of: IntakeRow,
  given: Answers,
  seen: number,
): Promise<Omit<SavedIntake, 'masked'>> {
  const others = Object.fromEntries(
    Object.entries(of.answers).filter(([key]) => (of.revs[key] ?? 0) > seen && !(key in given)),
  );
  if (Object.keys(given).length === 0) return { rev: of.rev, others };
  const rev = of.rev + 1;
  const revs = Object.fromEntries(Object.keys(given).map((key) => [key, rev]));
  await tx.run(
    `update intakes set answers = answers || $2::jsonb, revs = revs || $3::jsonb, rev = $4, "changedAt" = clock_timestamp()
     where site = app_site() and "IntakeId" = $1`,
    [of.IntakeId, JSON.stringify(given), JSON.stringify(revs), rev],
  );
  return { rev, others };
}

export async function countPhoto(tx: Tx, IntakeId: string, bytes: number): Promise<void> {
  await tx.run(
    `update intakes set photos = photos + 1, "photoBytes" = "photoBytes" + $2 where site = app_site() and "IntakeId" = $1`,
    [IntakeId, bytes],
  );
}

export async function setSubmitted(tx: Tx, IntakeId: string, now: Date): Promise<void> {
  await tx.run(`update intakes set "submittedAt" = $2 where site = app_site() and "IntakeId" = $1`, [IntakeId, now]);
}
