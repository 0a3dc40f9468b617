import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cellKey } from '#contract/documentation/field-keys.ts';
import { builtInId, caseEvalMeasurementId } from '#contract/measures/measure-ids.ts';
import { cast, cast2 } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
let call: Commands;
beforeEach(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterEach(() => db.close());

const { today } = cast.visits;
const [pt, pta] = [{ as: 'pt' }, { as: 'pta' }] as const;
const ofAssistant = demoId('demo', 'case', 'person-29');
const samira = demoId('demo', 'case', 'samira');
const gus = demoId('demo', 'case', 'gus');
const rest = 'An assistant can write Subjective, Objective, measures and the flowsheet. Nothing was changed.';

describe('an assistant never writes judgment', () => {
  const save = (changes: object) =>
    call('documentation.save', { id: ofAssistant, VisitId: today.ptaInProgress, changes } as never, pta);
  const refused = (words: string) => ({ kind: 'no-permission', message: `${words} ${rest}` });

  test('of a goal, nor a kind of note that judges', async () => {
    await save({ Subjective: 'Better.', Assessment: 'Tolerated it well.', Plan: 'Go on.' });
    const before = await db.owner(`select * from visit_notes where "NoteId" = $1`, [today.ptaInProgress]);
    const status = cellKey('goal', randomUUID(), 'Status');
    await expect(save({ [status]: 'met' })).rejects.toMatchObject(refused('Only a therapist can report on goals.'));
    await expect(save({ NoteType: 'progress' })).rejects.toMatchObject(
      refused('Progress report: only a therapist can write it.'),
    );
    await expect(save({ AlsoTypes: ['discharge'], Plan: 'x' })).rejects.toMatchObject(
      refused('Discharge note: only a therapist can write it.'),
    );
    expect(await db.owner(`select * from visit_notes where "NoteId" = $1`, [today.ptaInProgress])).toEqual(before);
  });

  test('in a report of a therapist, where what was observed is theirs to write', async () => {
    await save({ Subjective: 'Better.' });
    await db.owner(`update visit_notes set "NoteType" = 'progress' where "NoteId" = $1`, [today.ptaInProgress]);
    await expect(save({ Assessment: 'Mine.' })).rejects.toMatchObject(
      refused('Progress report, Assessment: only a therapist can write this.'),
    );
    await expect(save({ periodFrom: '2026-11-01' })).rejects.toMatchObject(
      refused('Progress report, Period from: only a therapist can write this.'),
    );
    const { visitNote } = await save({ Subjective: 'Much better.', Objective: 'Steady.' });
    expect(visitNote).toMatchObject({
      NoteType: 'progress',
      Sections: { Subjective: 'Much better.', Objective: 'Steady.' },
    });
  });
});

describe('the kind of a note', () => {
  const save = (changes: object, as: typeof pt | typeof pta = pta) =>
    call('documentation.save', { id: ofAssistant, VisitId: today.ptaInProgress, changes } as never, as);
  const refused = (message: string) => ({ kind: 'user-visible', message: `${message} Nothing was changed.` });

  test('of a visit is one that visits have: nothing is finalized as a phone call', async () => {
    for (const [NoteType, name] of [
      ['communication', 'Communication'],
      ['addendum', 'Addendum'],
    ])
      await expect(save({ NoteType, Summary: 'Called.' })).rejects.toMatchObject(
        refused(`${name}: the note of a visit can’t become this kind of note.`),
      );
    expect((await save({ Subjective: 'Better.' })).visitNote.NoteType).toBe('daily');
  });

  test('of a case stays: a phone call is no progress report', async () => {
    const NoteId = randomUUID();
    const of = { NoteId, CaseId: samira, NoteType: 'communication', NoteDate: '2026-11-18', ParentNoteId: null };
    await call('documentation.create', of as never, pt);
    const changes = { NoteType: 'progress', Subjective: 'Better.' };
    await expect(
      call('documentation.save', { id: samira, NoteId, VisitId: null, changes } as never, pt),
    ).rejects.toMatchObject(refused('Communication: this note can’t become another kind of note.'));
  });

  test('that a therapist began is not undone by an assistant', async () => {
    await save({ Subjective: 'Better.' });
    await db.owner(`update visit_notes set "NoteType" = 'progress' where "NoteId" = $1`, [today.ptaInProgress]);
    await expect(save({ NoteType: 'daily' })).rejects.toMatchObject({
      kind: 'no-permission',
      message: `Progress report: only a therapist can make it another kind of note. ${rest}`,
    });
    await expect(call('documentation.remove', { id: today.ptaInProgress } as never, pta)).rejects.toMatchObject({
      kind: 'no-permission',
      message: 'Progress report: only a therapist can remove it.',
    });
  });

  test('is another besides in a daily note alone, and each once', async () => {
    const of = (changes: object) =>
      call('documentation.save', { id: samira, VisitId: today.review, changes } as never, pt);
    expect((await of({ AlsoTypes: ['progress'] })).visitNote).toMatchObject({ AlsoTypes: ['progress'] });
    expect((await of({ NoteType: 'eval' })).visitNote).toMatchObject({ NoteType: 'eval', AlsoTypes: [] });
    expect((await of({ AlsoTypes: ['recert'] })).visitNote.AlsoTypes).toEqual([]);
    await expect(of({ AlsoTypes: ['recert', 'recert'] })).rejects.toMatchObject({ kind: 'invalid' });
  });
});

const goal = (more: object = {}) => ({
  GoalId: randomUUID(),
  CaseId: samira,
  Term: 'long',
  GoalType: 'Function',
  Text: 'Walk 500 m.',
  Function: null,
  Baseline: null,
  Target: null,
  TargetDate: null,
  CaseEvalMeasurementId: null,
  ReplacesGoalId: null,
  ...more,
});
const plan = (more: object = {}) => ({
  PlanOfCareId: randomUUID(),
  CaseId: samira,
  Kind: 'recert',
  From: '2027-02-01',
  To: '2027-04-30',
  VisitsPerWeek: 1,
  PlanWeeks: 12,
  Amount: 1,
  Interventions: 'Gait training',
  CertifierId: null,
  Diagnoses: [],
  GoalIds: [],
  WrittenInNoteId: null,
  ...more,
});
const exercise = () => ({
  CaseExerciseId: randomUUID(),
  CaseId: samira,
  ExerciseId: null,
  Name: 'Bridges',
  CPT_Code: '97110',
  Dose: '3x10',
  Precaution: null,
  SortOrder: 1,
  StoppedOn: null,
});
const stamp = (id: string) => ({
  id,
  PlanStampId: randomUUID(),
  Kind: 'sent',
  On: '2026-11-18',
  By: null,
  Via: null,
  LimitedTo: null,
  Reason: null,
  CorrectsStampId: null,
});

describe('who may not write notes of a case', () => {
  const ofPayer = (permission: string) =>
    db.owner(
      `update providers set notes_permissions = (select jsonb_agg(jsonb_build_object('PayerId', "PayerId", 'NotesPermission', $2::text)) from payers where site = 'demo')
       where "ProviderId" = $1`,
      [cast.providers.maya, permission],
    );
  const denied = {
    kind: 'no-permission',
    message: 'Your notes permission doesn’t let you write in this case. Nothing was changed.',
  };

  test('because of its payer, writes no goals, plans, stamps or exercises of it either', async () => {
    const made = await call('cases.createGoal', goal() as never, pt);
    const planned = await call('cases.createPlanOfCare', plan() as never, pt);
    const row = await call('flowsheet.createCaseExercise', exercise() as never, pt);
    await ofPayer('N');
    const [GoalId, PlanOfCareId, CaseExerciseId] = [
      made.goal.GoalId,
      planned.planOfCare.PlanOfCareId,
      row.caseExercise.CaseExerciseId,
    ];
    const calls = [
      () => call('cases.createGoal', goal() as never, pt),
      () => call('cases.updateGoal', { id: GoalId, changes: { Text: 'Other.' } }, pt),
      () => call('cases.removeGoal', { id: GoalId }, pt),
      () => call('cases.createPlanOfCare', plan() as never, pt),
      () => call('cases.updatePlanOfCare', { id: PlanOfCareId, changes: { VisitsPerWeek: 2 } }, pt),
      () => call('cases.removePlanOfCare', { id: PlanOfCareId }, pt),
      () => call('flowsheet.createCaseExercise', exercise() as never, pt),
      () => call('flowsheet.updateCaseExercise', { id: CaseExerciseId, changes: { Name: 'Other' } }, pt),
      () => call('flowsheet.removeCaseExercise', { id: CaseExerciseId }, pt),
    ];
    for (const one of calls) await expect(one()).rejects.toMatchObject(denied);
    await expect(call('cases.stampPlan', stamp(PlanOfCareId) as never, pt)).rejects.toMatchObject(denied);
    // Who keeps charts at the desk records what was sent.
    await call('cases.stampPlan', stamp(PlanOfCareId) as never, { as: 'front' });
    await ofPayer('S');
    await call('cases.stampPlan', stamp(PlanOfCareId) as never, pt);
    await call('flowsheet.updateCaseExercise', { id: CaseExerciseId, changes: { Name: 'Other' } }, pt);
  });

  test('because it is another’s, writes no plan of care into its note', async () => {
    await ofPayer('S');
    await db.owner(`update visits set "ProviderId" = $2 where "VisitId" = $1`, [today.review, cast.providers.ben]);
    await expect(
      call('cases.createPlanOfCare', plan({ WrittenInNoteId: today.review }) as never, pt),
    ).rejects.toMatchObject({ kind: 'no-permission', message: expect.stringContaining('another provider') });
    await call('cases.createPlanOfCare', plan() as never, pt);
  });
});

describe('what a value names is of its case and site', () => {
  const of = { EvalMeasurementId: builtInId('rom.wrist.flexion'), Side: 'L' as const, Mode: 'active' as const };
  const measureIn = async (CaseId: string) => {
    const CaseEvalMeasurementId = caseEvalMeasurementId({ CaseId, ...of });
    await call('documentation.saveMeasures', { id: CaseId, add: [{ ...of, CaseEvalMeasurementId }] } as never, pt);
    return CaseEvalMeasurementId;
  };
  const from = (NoteId: string) => ({ NoteId, at: '2026-11-11T15:00:00.000Z' });
  const signedOf = async (CaseId: string) => {
    const { visitNotes } = await call('documentation.list', { id: CaseId as never }, pt);
    return visitNotes.find(({ signedAt }) => signedAt !== null)?.NoteId ?? '';
  };

  test('the note that a measure was taken over from', async () => {
    const id = await measureIn(gus);
    const [Value, From] = [cellKey('measure', id, 'Value'), cellKey('measure', id, 'From')];
    const save = (changes: object) =>
      call('documentation.save', { id: gus, VisitId: today.inProgress, changes } as never, pt);
    for (const other of [await signedOf(samira), cast2.visits.today.billing, randomUUID()])
      await expect(save({ [Value]: 70, [From]: from(other) })).rejects.toMatchObject({
        kind: 'user-visible',
        message: 'A value was copied from a note that is not in this case. Enter the value again.',
      });
    const own = from(await signedOf(gus));
    expect((await save({ [Value]: 70, [From]: own })).visitNote.Cells).toMatchObject({ [Value]: 70, [From]: own });
    // Text is kept, whatever became of the draft it was copied from.
    const copied = { Plan: 'Stairs.', 'section:Plan.From': from(randomUUID()) };
    expect((await save(copied)).visitNote).toMatchObject({ Sections: { Plan: 'Stairs.' } });
    // Typed by hand, it is taken over no more.
    expect((await save({ [Value]: 72 })).visitNote.Cells).toMatchObject({ [Value]: 72, [From]: null });
  });

  test('and a note has no more parts than anyone reads', async () => {
    const part = (n: number) => [`Part${n}`, 'x'] as const;
    const save = (from: number, count: number) => {
      const changes = Object.fromEntries(Array.from({ length: count }, (_, at) => part(from + at)));
      return call('documentation.save', { id: gus, VisitId: today.inProgress, changes } as never, pt);
    };
    await save(0, 390);
    await expect(save(390, 390)).rejects.toMatchObject({
      kind: 'invalid',
      message: 'A note has at most 500 sections and answers.',
    });
    expect(Object.keys((await save(390, 50)).visitNote.Sections).length).toBeLessThan(500);
  });

  test('who gave an exercise, and where its dose was taken from', async () => {
    const row = exercise();
    await call('flowsheet.createCaseExercise', row as never, pt);
    const blank = { Dose: null, Unread: null, Side: null, Assist: null, Pain: 3, Comment: null, Skipped: null };
    const save = (more: object) => {
      const Cell = { ...blank, ProviderId: null, From: null, ...more };
      const cells = [{ CaseExerciseId: row.CaseExerciseId, Cell }];
      return call('flowsheet.save', { id: today.review, cells } as never, pt);
    };
    const hash = '0123456789abcd';
    for (const ProviderId of [cast2.providers.ingrid, randomUUID()])
      await expect(save({ ProviderId })).rejects.toThrow('The person who gave an exercise was not found.');
    for (const other of [await signedOf(gus), randomUUID()])
      await expect(save({ From: { ...from(other), hash } })).rejects.toThrow('a note that is not in this case');
    const own = { ProviderId: cast.providers.tess, From: { ...from(await signedOf(samira)), hash } };
    expect((await save(own)).visitExercises.Cells).toMatchObject({ [row.CaseExerciseId]: own });
  });

  test('the goals of a plan, and the goal that another replaces', async () => {
    const other = randomUUID();
    const [row] = await db.owner<{ names: string }>(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_schema = 'public' and table_name = 'cases' and is_generated = 'NEVER' and column_name <> 'CaseId'`,
    );
    await db.owner(
      `insert into cases ("CaseId", ${row?.names}) select $2, ${row?.names} from cases where "CaseId" = $1`,
      [samira, other],
    );
    const there = (await call('cases.createGoal', goal({ CaseId: other }) as never, pt)).goal.GoalId;
    const here = (await call('cases.createGoal', goal() as never, pt)).goal.GoalId;
    const replaces = { fields: { ReplacesGoalId: 'This goal is not in this case. Choose a goal of this case.' } };
    await expect(call('cases.createGoal', goal({ ReplacesGoalId: there }) as never, pt)).rejects.toMatchObject(
      replaces,
    );
    await expect(
      call('cases.createGoal', goal({ ReplacesGoalId: there, restores: true }) as never, pt),
    ).rejects.toMatchObject(replaces);
    const plans = { fields: { GoalIds: 'A goal is not in this case. Choose goals of this case.' } };
    const wrong = plan({ GoalIds: [here, there] });
    await expect(call('cases.createPlanOfCare', wrong as never, pt)).rejects.toMatchObject(plans);
    const made = await call('cases.createPlanOfCare', plan({ GoalIds: [here] }) as never, pt);
    const id = made.planOfCare.PlanOfCareId;
    await expect(
      call('cases.updatePlanOfCare', { id, changes: { GoalIds: [there] } } as never, {
        ...pt,
        base: { GoalIds: [here] },
      }),
    ).rejects.toMatchObject(plans);
    await call('cases.createGoal', goal({ ReplacesGoalId: here }) as never, pt);
  });

  test('the measure of a goal', async () => {
    const [other, own] = [await measureIn(gus), await measureIn(samira)];
    const refused = { fields: { CaseEvalMeasurementId: "This measure is not this patient's." } };
    for (const CaseEvalMeasurementId of [other, randomUUID()])
      await expect(call('cases.createGoal', goal({ CaseEvalMeasurementId }) as never, pt)).rejects.toMatchObject(
        refused,
      );
    const made = await call('cases.createGoal', goal({ CaseEvalMeasurementId: own }) as never, pt);
    const id = made.goal.GoalId;
    await expect(call('cases.updateGoal', { id, changes: { CaseEvalMeasurementId: other } }, pt)).rejects.toMatchObject(
      refused,
    );
    // One that was taken off the case stays named.
    await call('documentation.saveMeasures', { id: samira, remove: [own] } as never, pt);
    await call('cases.updateGoal', { id, changes: { Text: 'Other.' } }, pt);
  });
});

describe('a note is not signed', () => {
  const sign = () => call('documentation.sign', { id: today.review }, pt);
  const save = (changes: object) =>
    call('documentation.save', { id: samira, VisitId: today.review, changes } as never, pt);
  const charge = (CPT_Code: string, Minutes: number | null) =>
    call(
      'charges.save',
      {
        id: today.review,
        services: [{ ServiceId: randomUUID(), CPT_Code, Minutes, Count: Minutes === null ? 1 : null }],
      } as never,
      pt,
    );
  const payMedicare = () =>
    db.owner(`update insurances set "PayerId" = $1 where "PatientId" = $2`, [
      cast.payers.medicare,
      cast.patients.samira,
    ]);

  test('whose assessment is the last one once more', async () => {
    const { visitNotes } = await call('documentation.list', { id: samira }, pt);
    const last = visitNotes.find(({ signedAt }) => signedAt !== null);
    await save({ Assessment: `  ${String(last?.Sections['Assessment']).toUpperCase()}\n` });
    await expect(sign()).rejects.toThrow(
      /Assessment is identical to that of \d\d\/\d\d\/2026\. Describe today’s changes\./,
    );
    await save({ Assessment: 'Another one.' });
    expect((await sign()).visitNote.signedAt).not.toBeNull();
  });

  test('that lacks the minutes of a Medicare visit, or has fewer than were timed', async () => {
    await payMedicare();
    await charge('97110', 30);
    await save({ TreatmentMinutes: 20 });
    await expect(sign()).rejects.toThrow('Treatment time is 20 minutes, but the timed services add up to 30.');
    await charge('97012', null);
    await save({ TreatmentMinutes: null });
    await expect(sign()).rejects.toThrow('Treatment minutes are missing. Enter the minutes of the whole visit.');
    await save({ TreatmentMinutes: 45 });
    expect((await sign()).visitNote).toMatchObject({ TreatmentMinutes: 45, signedAt: expect.any(String) });
  });

  test('of an evaluation whose complexity the payer wants to know', async () => {
    await payMedicare();
    await charge('97161', null);
    await save({ NoteType: 'eval', complexityHistory: 'low', complexityExam: 'low', complexityPresentation: 'low' });
    await expect(sign()).rejects.toThrow('Clinical decision making is missing. 97161 requires it.');
  });
});
