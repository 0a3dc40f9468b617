import { randomBytes } from 'node:crypto';
import { builtInForms } from '#contract/intake/built-in/forms.ts';
import type { IntakeForm } from '#contract/intake/form.ts';
import { formsFor } from '#contract/intake/forms-for.ts';
import { formsInUse } from '#contract/intake/forms-in-use.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { facilitiesOf } from '#server/features/facilities/store.ts';
import { ownFormsInUse } from '#server/features/intake-forms/store.ts';
import { readPatient } from '#server/features/patients/store.ts';
import { payersOfCase, readCaseOf, setIntake } from '#server/features/visits/store.ts';
import type { Tx } from '#server/kit/context.ts';
import { insertIntake, publishBuiltIn, type FormRef, type IntakeRow } from './rows.ts';
import { needsProxyFor } from './signer.ts';

export type AskedForm = Pick<IntakeForm, 'IntakeFormId' | 'version' | 'askedOf'>;

/** What the clinic asks for just now, of anybody or of some. */
export async function formsInUseNow(tx: Tx): Promise<AskedForm[]> {
  return formsInUse<AskedForm>(builtInForms, await ownFormsInUse(tx));
}

type Beginning = { tx: Tx; newId(): string };

/**
 * The forms that this visit asks for just now, of which the patient has a copy that does not change any more; these
 * where it asks for none. Null where there is no form at all.
 */
export async function beginIntake(
  { tx, newId }: Beginning,
  visit: Visit,
  orElse: readonly FormRef[] = [],
): Promise<IntakeRow | null> {
  const of = await readCaseOf(tx, visit.CaseId);
  const patient = await readPatient(tx, visit.PatientId);
  if (!of || !patient) throw new Error('The case or patient of a visit is gone');
  const day = visit.Start.slice(0, 10);
  const payers = await payersOfCase(tx, visit.CaseId);
  const facilities = await facilitiesOf(tx);
  const { DateOfBirth } = patient;
  const asked = formsFor(await formsInUseNow(tx), {
    Discipline: of.Discipline,
    VisitTypeName: visit.VisitTypeName,
    typesHere: facilities.find(({ FacilityId }) => FacilityId === visit.FacilityId)?.visit_types ?? [],
    types: facilities.flatMap(({ visit_types }) => visit_types),
    PayerIds: payers.map(({ PayerId }) => PayerId),
    DateOfBirth,
    day,
  });
  const forms = (asked.length > 0 ? asked : orElse).map(({ IntakeFormId, version }) => ({ IntakeFormId, version }));
  if (forms.length === 0) return null;
  await publishBuiltIn(tx);
  const { PatientId, VisitId } = visit;
  const intake = await addIntake({ tx, newId }, { PatientId, VisitId, forms, DateOfBirth, day });
  await setIntake(tx, visit.VisitId, { intakeIncomplete: true, intakeConflict: visit.intakeConflict });
  return intake;
}

type New = { PatientId: string; VisitId: string | null; forms: FormRef[]; DateOfBirth: string; day: string };

/** An intake without any answer yet. */
export async function addIntake({ tx, newId }: Beginning, of: New): Promise<IntakeRow> {
  const { PatientId, VisitId, forms, DateOfBirth, day } = of;
  const intake = {
    IntakeId: newId(),
    PatientId,
    VisitId,
    forms,
    needsProxy: await needsProxyFor(tx, { PatientId, DateOfBirth, day }),
    inputKey: randomBytes(32).toString('base64url'),
  };
  await insertIntake(tx, intake);
  return { ...intake, answers: {}, rev: 0, revs: {}, submittedAt: null, photos: 0, photoBytes: 0 };
}
