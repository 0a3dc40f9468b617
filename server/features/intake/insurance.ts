import { wallTimeIn } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import { insuranceEntered, isOnFile, type InsuranceEntered } from '#contract/intake/insurance-entered.ts';
import { birthDateRefusal } from '#contract/patients/birth-date.ts';
import type { Insurance } from '#contract/patients/insurance.ts';
import { siteToday } from '#server/features/importer/store.ts';
import { addInsurance, insurancesOf, lockPatient } from '#server/features/patients/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Ctx, Tx } from '#server/kit/context.ts';
import { holdIntake, intakesWithForms, formsOf, type IntakeRow } from './rows.ts';

export type Entered = InsuranceEntered & { IntakeId: string; submittedAt: string };

/** The newest insurance that a patient sent, unless somebody has looked at it or a policy in force that day says the same. */
export async function insuranceToReview(tx: Tx, PatientId: string): Promise<Entered | null> {
  for (const intake of await intakesWithForms(tx, PatientId)) {
    const entered = await enteredIn(tx, intake);
    if (!entered) continue;
    if (intake.isReviewed) return null;
    const submittedAt = new Date(intake.submittedAt ?? 0).toISOString();
    const day = await siteDayOf(tx, submittedAt);
    if (isOnFile({ ...entered, day }, await insurancesOf(tx, PatientId))) return null;
    return { ...entered, IntakeId: intake.IntakeId, submittedAt };
  }
  return null;
}

async function siteDayOf(tx: Tx, moment: string): Promise<string> {
  const found = await tx.maybe<{ TimeZone: string }>('select "TimeZone" from sites where site = app_site()');
  return wallTimeIn(found?.TimeZone ?? 'UTC', new Date(moment)).slice(0, 10);
}

const enteredIn = async (tx: Tx, { forms, answers }: IntakeRow) =>
  insuranceEntered(await formsOf(tx, forms, 'en'), answers);

type Policy = Omit<Insurance, 'PatientId' | 'updated_at'>;

/** Makes a policy of what the patient sent, as it was looked over. What is there already stays as it is. */
export async function acceptInsurance(ctx: Ctx, IntakeId: string, policy: Policy): Promise<Insurance> {
  const { tx } = ctx;
  const intake = await toDecide(ctx, IntakeId);
  const { PatientId } = intake;
  if (policy.Relationship !== '18' && policy.Subscriber === null)
    refuse('Relationship', 'Enter the policy holder, or choose “Self”.');
  const today = await siteToday(tx);
  const birth = policy.Subscriber && today ? birthDateRefusal(policy.Subscriber.DateOfBirth, today) : null;
  if (birth) refuse('Subscriber.DateOfBirth', birth);
  const there = await insurancesOf(tx, PatientId);
  if (there.some(({ Priority, EndDate }) => Priority === policy.Priority && EndDate === null))
    refuse('Priority', 'The patient already has a policy in this place. Choose another place.');
  const made = await addInsurance(tx, PatientId, policy);
  if (!made) refuse('PayerId', 'This payer was not found.');
  await decide(ctx, intake, { InsuranceId: made.InsuranceId, reason: null });
  return made;
}

/** Notes why no policy is made of what the patient sent. */
export async function refuseInsurance(ctx: Ctx, IntakeId: string, reason: string): Promise<void> {
  await decide(ctx, await toDecide(ctx, IntakeId), { InsuranceId: null, reason });
}

/** The first of two people who look at it decides. */
async function toDecide({ tx }: Ctx, IntakeId: string): Promise<IntakeRow> {
  const intake = await holdIntake(tx, IntakeId);
  if (!intake || intake.submittedAt === null || !(await enteredIn(tx, intake)))
    fail('not-found', 'This insurance was not found. Nothing was changed.');
  await lockPatient(tx, intake.PatientId as never);
  const known = await tx.maybe(`select 1 from insurance_reviews where site = app_site() and "IntakeId" = $1`, [
    IntakeId,
  ]);
  if (known) fail('conflict', 'Someone else has already reviewed this insurance. Nothing was changed.');
  return intake;
}

async function decide(
  { tx, caller: { site, UserId }, now }: Ctx,
  { IntakeId, PatientId }: IntakeRow,
  { InsuranceId, reason }: { InsuranceId: string | null; reason: string | null },
): Promise<void> {
  await tx.run(
    `insert into insurance_reviews (site, "IntakeId", "PatientId", "InsuranceId", reason, at, "UserId")
     values (app_site(), $1, $2, $3, $4, $5, $6)`,
    [IntakeId, PatientId, InsuranceId, reason, now, UserId],
  );
  const detail = { review: InsuranceId === null ? 'refused' : 'accepted' };
  await audit(tx, site, { UserId, action: 'update', entity: 'intakes', pk: IntakeId, PatientId, detail });
}

function refuse(field: string, sentence: string): never {
  fail('invalid', `${sentence} Nothing was changed.`, { fields: { [field]: sentence } });
}
