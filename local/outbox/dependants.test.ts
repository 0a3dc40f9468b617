import { expect, test } from 'vitest';
import { cellKey } from '#contract/documentation/field-keys.ts';
import { testId } from '#contract/testing/rows.ts';
import type { QueueableName } from '#contract/queued-endpoints.ts';
import { dependsOn, parkedGroups } from './dependants.ts';

const knee = testId(70);
const call = (mid: number, name: QueueableName, input: Record<string, unknown>) => ({ mid, name, input });
const save = call(1, 'documentation.save', { id: 'case', VisitId: 'visit', changes: {} });
const charges = call(2, 'charges.save', { id: 'visit', services: [] });
const sign = call(3, 'documentation.sign', { id: 'visit' });
const claim = call(5, 'billing.submitClaim', { visitId: 'visit' });
const create = call(2, 'patients.create', { patient: { PatientId: 'patient' }, insurances: [] });
const newCase = call(2, 'cases.create', { CaseId: 'case', PatientId: 'patient' });
const script = call(6, 'cases.createScript', { ScriptId: 'script', CaseId: 'case' });
const noteOn = (SubjectId: string) =>
  call(6, 'subjectNotes.createSubjectNote', { SubjectNoteId: 'note', PatientId: 'patient', SubjectId });
const booked = call(7, 'visits.create', { VisitId: 'visit', CaseId: 'case' });
const series = call(8, 'visits.createSeries', {
  SeriesId: 'series',
  visits: [
    { VisitId: 'first', CaseId: 'case' },
    { VisitId: 'second', CaseId: 'case' },
  ],
});
const discharge = call(8, 'cases.discharge', { id: 'case', DischargedAt: '2026-11-18' });
const days = call(8, 'scheduling.createCustomDays', {
  customDayProviderSchedules: [{ CustomDayId: 'monday' }, { CustomDayId: 'tuesday' }],
});
const cancel = (deps: string[]) => ({ ...call(9, 'visits.move', { id: 'visit', destination: 'cancelled' }), deps });
const doctor = call(1, 'addressBook.createReferringProvider', { ReferringProviderId: 'who' });
const payer = call(1, 'addressBook.createPayer', { PayerId: 'payer' });
const update = call(4, 'patients.update', { id: 'patient', changes: {} });

const measures = call(1, 'documentation.saveMeasures', {
  id: 'case',
  add: [{ CaseEvalMeasurementId: knee }],
  remove: [],
});
const value = (of: string) =>
  call(3, 'documentation.save', { id: 'case', VisitId: 'visit', changes: { [cellKey('measure', of, 'Value')]: 120 } });

const goalEdit = call(1, 'cases.updateGoal', { id: 'goal', changes: { Text: 'Walk.' } });
const planEdit = call(2, 'cases.updatePlanOfCare', { id: 'plan', changes: { WrittenInNoteId: 'visit' } });
const newPlan = call(2, 'cases.createPlanOfCare', { PlanOfCareId: 'new', CaseId: 'case', WrittenInNoteId: 'visit' });
const score = (NoteId: string) =>
  call(2, 'outcomes.record', { OutcomeResponseId: 'score', CaseId: 'case', NoteId, MeasureKey: 'odi' });
const signSeen = (base: object) => ({ ...sign, base: { ...base } });

const judged = (of: string | null) => call(3, 'cases.createGoal', { GoalId: 'goal', CaseEvalMeasurementId: of });
const judgedNow = call(3, 'cases.updateGoal', { id: 'goal', changes: { CaseEvalMeasurementId: knee } });

const reach = call(1, 'measures.createEvalMeasurement', { EvalMeasurementId: 'reach', Name: 'Anterior reach' });
const onCase = (EvalMeasurementId: string) =>
  call(6, 'documentation.saveMeasures', {
    id: 'case',
    add: [{ CaseEvalMeasurementId: knee, EvalMeasurementId }],
    remove: [],
  });
const evalWith = (EvalMeasurementId: string) =>
  call(6, 'templates.createEvalTemplate', { EvalTemplateId: 'template', Measurements: [{ EvalMeasurementId }] });

test.each([
  ['a case that measures what was just added to the library', onCase('reach'), reach, true],
  ['not another measure', onCase('other'), reach, false],
  ['a template that names it', evalWith('reach'), reach, true],
  ['not a template that names another', evalWith('other'), reach, false],
  ['a goal that is judged by a measure just added', judged(knee), measures, true],
  ['and one that is from now on', judgedNow, measures, true],
  ['not one of another measure', judged('other'), measures, false],
  ['nor one of none', judged(null), measures, false],
  ['a signature on a goal that it freezes', signSeen({ goals: { goal: {} } }), goalEdit, true],
  [
    'a cosignature too',
    { ...signSeen({ goals: { goal: {} } }), name: 'documentation.cosign' as const },
    goalEdit,
    true,
  ],
  ['not on another goal', signSeen({ goals: { other: {} } }), goalEdit, false],
  ['a signature on a plan of care that it freezes', signSeen({ plans: { plan: {} } }), planEdit, true],
  ['and on one that was to be written in its note', signSeen({ plans: {} }), newPlan, true],
  ['also by a change', signSeen({ plans: {} }), planEdit, true],
  ['a signature on the scores of its note', sign, score('visit'), true],
  ['not on those of another', sign, score('other'), false],
  ['a score on the visit it is entered in', { ...score('visit'), mid: 9 }, booked, true],
  ['not on one of another note', { ...signSeen({}), input: { id: 'other' } }, newPlan, false],
  ['a value on its measure being added', value(knee), measures, true],
  ['not on that of another measure', value(testId(71)), measures, false],
  ['text not on a measure', { ...save, mid: 3 }, measures, false],
  ['a measure on its case being made', { ...measures, mid: 3 }, newCase, true],
  ['a signature on the text it signs', sign, save, true],
  ['a signature on the charges beside the text', sign, charges, true],
  ['a claim on the signature', claim, sign, true],
  ['a cosignature on the charges', call(6, 'documentation.cosign', { id: 'visit' }), charges, true],
  ['a change on the patient being made', update, create, true],
  ['a case on its patient being made', { ...newCase, mid: 3 }, create, true],
  ['a script on its case being made', script, newCase, true],
  ['a note on the patient on their being made', noteOn('patient'), create, true],
  ['a note on a case on its being made', noteOn('case'), newCase, true],
  ['a note on the patient not on a case of theirs', noteOn('patient'), newCase, false],
  ['a change of a script on the script', call(7, 'cases.updateScript', { id: 'script', changes: {} }), script, true],
  [
    'a change of a script on the script that names who ordered it',
    call(7, 'cases.updateScript', { id: 'script', changes: {} }),
    { ...script, input: { ...script.input, ReferringProviderId: 'who' } },
    true,
  ],
  [
    'a change of who ordered it not on the script',
    call(7, 'addressBook.updateReferringProvider', { id: 'who', changes: {} }),
    { ...script, input: { ...script.input, ReferringProviderId: 'who' } },
    false,
  ],
  [
    'a script on who ordered it being added',
    { ...script, input: { ...script.input, ReferringProviderId: 'who' } },
    doctor,
    true,
  ],
  [
    'a change on who is used by it',
    call(7, 'cases.update', { id: 'case', changes: { ReferringProviderContactId: 'who' } }),
    doctor,
    true,
  ],
  [
    'a patient on the payer of a policy',
    { ...create, mid: 3, input: { insurances: [{ PayerId: 'payer' }] } },
    payer,
    true,
  ],
  ['not on another payer', { ...create, mid: 3, input: { insurances: [{ PayerId: 'other' }] } }, payer, false],
  ['not on another case', call(7, 'cases.update', { id: 'other', changes: {} }), newCase, false],
  ['a visit on its case being made', call(9, 'visits.create', { VisitId: 'visit', CaseId: 'case' }), newCase, true],
  ['a series on its case being made', { ...series, mid: 9 }, newCase, true],
  ['the end of visits to come on the discharge', call(9, 'visits.removeFuture', { id: 'case' }), discharge, true],
  ['not on the discharge of another', call(9, 'visits.removeFuture', { id: 'other' }), discharge, false],
  ['a move on the visit being booked', call(9, 'visits.move', { id: 'visit' }), booked, true],
  ['a move on the series being booked', call(9, 'visits.move', { id: 'second' }), series, true],
  ['a note on the visit being booked', { ...save, mid: 9 }, booked, true],
  ['charges on the visit being booked', call(9, 'charges.save', { id: 'visit', services: [] }), booked, true],
  ['not on another series', call(9, 'visits.move', { id: 'other' }), series, false],
  ['a cancellation on the hours it was decided for', cancel(['tuesday']), days, true],
  ['not on the hours of another day', cancel(['friday']), days, false],
  ['not on what comes later', { ...save, mid: 9 }, sign, false],
  ['not on another visit', call(6, 'documentation.sign', { id: 'other' }), save, false],
  ['a move on nothing', call(6, 'visits.move', { id: 'visit' }), save, false],
])('depends: %s', (_name, later, earlier, expected) => {
  expect(dependsOn(later, earlier)).toBe(expected);
});

test('parked calls stand under the one that has to be decided first', () => {
  expect(parkedGroups([save, create, sign, update, claim])).toEqual([
    { first: save, held: [sign, claim] },
    { first: create, held: [update] },
  ]);
  expect(parkedGroups([sign, claim])).toEqual([{ first: sign, held: [claim] }]);
});

test('whoever is taken off the waitlist has to be on it, whatever becomes of a change of what they wait for', () => {
  const takeOff = call(9, 'scheduling.withdrawVisitRequest', { id: 'request' });
  const asked = call(8, 'scheduling.saveVisitRequest', { id: 'request', CaseId: 'case' });
  expect(dependsOn(takeOff, { ...asked, base: {} })).toBe(true);
  expect(dependsOn(takeOff, { ...asked, base: { Priority: 2 } })).toBe(false);
});
