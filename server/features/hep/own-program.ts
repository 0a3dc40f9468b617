import { addDays } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import { figureSvg } from '#contract/exercises/figures/figure-svg.ts';
import { exerciseById } from '#contract/exercises/library.ts';
import { inSpanish } from '#contract/exercises/spanish/in-spanish.ts';
import { countsOf, doseWords } from '#contract/hep/dose-words.ts';
import type { OwnItem, OwnProgram } from '#contract/hep/endpoints.ts';
import { isShownOn } from '#contract/hep/given.ts';
import type { HomeProgram, HomeProgramItem } from '#contract/hep/home-program.ts';
import { LogEntry } from '#contract/hep/home-program-log.ts';
import { reachOf } from '#contract/patient-login/principal.ts';
import { facilitySettingsFrom } from '#contract/settings/settings.ts';
import { taskOfLog } from '#contract/tasks/asked-by-answers.ts';
import { refusals } from '#contract/words/refusals.ts';
import { facilityOf, siteOf } from '#server/features/messages/store.ts';
import type { PatientCaller } from '#server/features/patient-login/store.ts';
import { askTask } from '#server/features/tasks/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Tx } from '#server/kit/context.ts';
import { addLog, casesOfPages, givenPrograms, logsSince } from './store.ts';

/** Entries of so many days go along: more than the week whose exercises are counted. */
const daysBack = 14;
/** What a phone kept for longer says nothing any more. */
const oldestDays = 60;

/** The patient themselves, as the table of who may what has it; a guarantor sees none. */
function patientOf({ kind, level, scope, patients }: PatientCaller): string {
  const [own] = patients;
  if (kind !== 'patient' || !own || reachOf(level, 'hep', scope) !== 'yes')
    fail('no-permission', refusals.loginProblem.en);
  return own.PatientId;
}

/** The newest program of each case that is still shown; audited. */
export async function ownProgram(tx: Tx, caller: PatientCaller): Promise<OwnProgram> {
  const PatientId = patientOf(caller);
  const { shown, current } = await programsOf(tx, caller);
  const [first] = shown;
  const facility = first && (await facilityOf(tx, first.FacilityId));
  const CaseIds = current.map(({ CaseId }) => CaseId);
  const logs = await logsSince(tx, CaseIds, addDays(caller.today, -daysBack));
  await noted(tx, caller, { action: 'patient read', entity: 'homePrograms', PatientId, pk: PatientId });
  return {
    clinic: facilitySettingsFrom(facility ?? {}).patient_mail_name ?? (await siteOf(tx)).Name,
    phone: facility?.Phone ?? null,
    today: caller.today,
    items: current.flatMap((program) => program.Items.map((item) => ownItem(program, item))),
    notes: current.flatMap(({ Note }) => Note ?? []),
    logs: logs.map((log) => LogEntry.strip().parse(log)),
  };
}

async function programsOf(tx: Tx, caller: PatientCaller) {
  const shown = (await casesOfPages(tx)).filter(({ DischargedAt }) => isShownOn(DischargedAt, caller.today));
  const given = await givenPrograms(
    tx,
    shown.map(({ CaseId }) => CaseId),
  );
  // In the order of their versions: of each case the last one stays.
  const current = [...new Map(given.map((program) => [program.CaseId, program])).values()];
  const withProgram = shown.filter(({ CaseId }) => current.some((one) => one.CaseId === CaseId));
  return { shown: withProgram, given, current };
}

function ownItem({ HomeProgramId }: HomeProgram, item: HomeProgramItem): OwnItem {
  const { ExerciseId, Dose, PerDay, PerWeek, Note } = item;
  const exercise = exerciseById(ExerciseId);
  const { Name = '', PatientText = '', Figure = null } = exercise ?? {};
  const spanish = exercise && inSpanish(exercise.ExerciseId);
  return {
    HomeProgramId,
    ExerciseId,
    figure: Figure === null ? null : figureSvg(Figure, { size: 240, title: null }),
    en: { Name, text: PatientText, dose: doseWords(Dose, 'en') },
    es: { Name: spanish?.Name ?? Name, text: spanish?.text ?? PatientText, dose: doseWords(Dose, 'es') },
    counts: countsOf(Dose),
    PerDay,
    PerWeek,
    Note,
  };
}

type Kept = { taken: LogEntry['HomeProgramLogId'][]; refused: LogEntry['HomeProgramLogId'][] };

/** Keeps entries, each once; what is of no program or day of this patient is refused by its id. Audited. */
export async function keepLogs(
  tx: Tx,
  caller: PatientCaller,
  { logs, now }: { logs: readonly LogEntry[]; now: Date },
): Promise<Kept> {
  const PatientId = patientOf(caller);
  const { given } = await programsOf(tx, caller);
  const kept: Kept = { taken: [], refused: [] };
  for (const log of logs) {
    const program = given.find((one) => one.HomeProgramId === log.HomeProgramId);
    const isOfIt = program?.Items.some(({ ExerciseId }) => ExerciseId === log.ExerciseId) === true;
    // A phone may be a zone ahead of the clinic.
    const isInTime = log.day <= addDays(caller.today, 1) && log.day >= addDays(caller.today, -oldestDays);
    if (!program || program.Version === null || !isOfIt || !isInTime) {
      kept.refused.push(log.HomeProgramLogId);
      continue;
    }
    const { CaseId, Version } = program;
    const isNew = await addLog(tx, {
      ...log,
      CaseId,
      PatientId: program.PatientId,
      Version,
      receivedAt: now.toISOString(),
    });
    const asked = isNew && taskOfLog({ ...log, CaseId });
    if (asked) await askTask(tx, asked, { PatientId: program.PatientId, CaseId, now, dueOn: caller.today });
    kept.taken.push(log.HomeProgramLogId);
  }
  if (kept.taken.length > 0)
    await noted(tx, caller, {
      action: 'patient change',
      entity: 'homeProgramLogs',
      PatientId,
      pk: kept.taken[0] ?? PatientId,
    });
  return kept;
}

type Noted = {
  action: 'patient read' | 'patient change';
  entity: 'homePrograms' | 'homeProgramLogs';
  PatientId: string;
  pk: string;
};

async function noted(tx: Tx, caller: PatientCaller, { action, entity, PatientId, pk }: Noted): Promise<void> {
  const { site, kind, level, SessionId } = caller;
  const detail = { principal: kind, level, session: SessionId };
  await audit(tx, site, { UserId: null, action, entity, pk, PatientId, detail });
}
