import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const words = (text: string) => text.trim().split(/\s+/);

/** Removed by whoever uses them, some at each use. */
const removedInUse = words('booking_holds file_links used_challenges visit_news');

/** Tables whose rows stay, by why. A new table with a time in it is put here, or among those that are forgotten. */
const kept: Record<string, string[]> = {
  'chart and billing, kept as long as the law asks for': words(`
    case_eval_measurements claims file_versions files home_program_logs home_programs insurance_reviews intakes
    ledger_entries patients review_notes signatures signed_consents subject_notes survey_answers tasks visit_history
    visit_notes`),
  'says who did what, or agreed to what': words(`
    audit_entry audit_heads audit_seals consent_ledger emergency_accesses emergency_grants`),
  'says what was sent to patients, so that nothing is sent twice and the clinic can look it up': words(`
    fill_batches fill_offers outbound_messages review_sends survey_sends visit_reminders visit_requests`),
  'one for each person, device or connection, as long as that is there': words(`
    calendar_feeds devices kiosk_keys kiosks passkeys recovery_codes scim_tokens scim_users second_factors
    sso_connections sso_identities users`),
  'the clinic removes or takes them back itself': words('import_batches intake_form_drafts intake_forms'),
  'a row for each file that ran, or one row': words('schema_migrations write_probe'),
  'not forgotten yet': words('kiosk_arrivals'),
};

test('each table with a time in it is forgotten in time, or kept for a reason', async () => {
  const tables = await db.owner<{ name: string }>(
    `select distinct c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and attnum > 0 and not attisdropped
       and atttypid = 'timestamptz'::regtype and attname <> 'updated_at' order by 1`,
  );
  const bodies = await db.owner<{ name: string; body: string }>(
    `select proname::text as name, prosrc as body from pg_proc where proname in ('forget_old_rows', 'forget_sync_history')`,
  );
  const forgotten = bodies.flatMap(({ name, body }) =>
    name === 'forget_old_rows'
      ? [...body.matchAll(/\('(\w+)', '"?\w+"?', '\d+ days?'/g)].map(([, table]) => table)
      : [...body.matchAll(/delete from (\w+)/g)].map(([, table]) => table),
  );
  const listed = [...new Set(forgotten), ...removedInUse, ...Object.values(kept).flat()];
  expect(new Set(listed)).toEqual(new Set(tables.map(({ name }) => name)));
  expect(listed).toHaveLength(tables.length);
});
