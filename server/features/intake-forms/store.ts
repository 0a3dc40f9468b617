import type { AskedOf } from '#contract/intake/form.ts';
import type { PublishedForm } from '#contract/intake/forms-in-use.ts';
import type { Tx } from '#server/kit/context.ts';

type Row = { IntakeFormId: string; version: number; askedOf: AskedOf; replaces: string | null };

/** The newest versions of the clinic's own forms that are asked for, the oldest form first. */
export async function ownFormsInUse(tx: Tx): Promise<PublishedForm<Omit<Row, 'replaces'>>[]> {
  const rows = await tx.rows<Row>(
    `select f."IntakeFormId", f.version, f."askedOf", d.replaces
     from intake_form_drafts d
     join intake_forms f on f.site = d.site and f."IntakeFormId" = 'own-' || d."OwnFormId" and f.version = d.version and f.language = 'en'
     where d.site = app_site() and d."isOn" order by d."createdAt", d."OwnFormId"`,
  );
  return rows.map(({ replaces, ...form }) => ({ form, replaces }));
}
