import { beforeEach, describe, expect, test } from 'vitest';
import { cellKey } from './documentation/field-keys.ts';
import {
  AuthorizationId,
  CaseId,
  PatientId,
  PlanOfCareId,
  PlanStampId,
  ScriptId,
  ServiceId,
  VisitId,
  VisitRequestId,
} from './base/ids.ts';
import type { PlanStamp } from './cases/plan-stamp.ts';
import { entities, type RowOf } from './entities.ts';
import { keyOf, type EntityName } from './kept-rows.ts';
import { endpointNames, type InputOf } from './endpoints.ts';
import type { QueueableName } from './queued-endpoints.ts';
import type { CallContext, PredictedRows, Read } from './prediction.ts';
import { predictions } from './predictions.ts';
import { records } from './records.ts';
import { callNameOf } from './kept-rows.ts';
import type { AnyRecord } from './record/record.ts';
import { goalRow, planOfCareRow, stampOf } from './testing/plans.ts';
import { examples } from './testing/records.ts';
import { Visit } from './visits/visit.ts';
import { callsOfPatients, isQueueable } from './queued-names.ts';
import {
  assistant,
  codes,
  episode,
  insurance,
  noteRow,
  patient,
  payer,
  provider,
  stamp,
  testId,
  visit,
} from './testing/rows.ts';

type Row = RowOf<EntityName>;
const all = new Map<EntityName, Map<string, Row>>();
/** What the reads so far named: `entity key` or `entity index value`; anything else must not be seen. */
let loaded = new Set<string>();

const rows: PredictedRows = {
  get: <E extends EntityName>(entity: E, key: string) =>
    loaded.has(`${entity} ${key}`) || loadedByIndex(entity, key) ? row(entity, key) : undefined,
  where<E extends EntityName>(entity: E, index: string, value: string) {
    if (!loaded.has(`${entity} ${index} ${value}`)) return [];
    return matching(entity, index, value);
  },
  put: (entity, changed) => void table(entity).set(keyOf(entity, changed), changed),
  remove: (entity, key) => void table(entity).delete(key),
};

function table(entity: EntityName): Map<string, Row> {
  const found = all.get(entity) ?? new Map<string, Row>();
  all.set(entity, found);
  return found;
}

function row<E extends EntityName>(entity: E, key: string): RowOf<E> | undefined {
  return table(entity).get(key) as RowOf<E> | undefined;
}

function matching<E extends EntityName>(entity: E, index: string, value: string): RowOf<E>[] {
  const clear = entities[entity].clear as Record<string, (row: Row) => string>;
  return [...table(entity).values()].filter((each) => clear[index]?.(each) === value) as RowOf<E>[];
}

function loadedByIndex(entity: EntityName, key: string): boolean {
  return Object.keys(entities[entity].clear).some((index) =>
    [...loaded].some((each) => {
      const [name, by, value] = each.split(' ');
      return (
        name === entity &&
        by === index &&
        matching(entity, index, value ?? '').some((found) => keyOf(entity, found) === key)
      );
    }),
  );
}

function given<E extends EntityName>(entity: E, ...given: RowOf<E>[]): void {
  for (const each of given) table(entity).set(keyOf(entity, each), each);
}

const madeAt = '2026-11-18T18:00:00.000Z';
const byProvider: CallContext = { madeAt, UserId: testId(90), ProviderId: provider.ProviderId, codes };

/** Runs a call as the overlay does: read, look further until nothing new is named, apply. */
function predict<N extends QueueableName>(name: N, input: InputOf<N>, call: CallContext = byProvider): void {
  const prediction = predictions[name];
  const names = (reads: Read[]) =>
    reads.map((read) => ('key' in read ? `${read.entity} ${read.key}` : `${read.entity} ${read.index} ${read.value}`));
  loaded = new Set(names(prediction.reads(input, call)));
  for (let before = -1; before !== loaded.size;) {
    before = loaded.size;
    for (const each of names(prediction.more(input, rows, call))) loaded.add(each);
  }
  const before = new Map(table('patients'));
  prediction.apply(rows, input, call);
  const isOfPatients = [...table('patients')].some(([key, each]) => before.get(key) !== each);
  expect(isOfPatients && !callsOfPatients.has(name), `${name} belongs to callsOfPatients`).toBe(false);
}

const full = { Subjective: 'Better.', Objective: 'Steady.', Assessment: 'Improving.', Plan: 'Go on.' };
const entry = (n: number, CPT_Code: string, Minutes: number | null, Count: number | null = null) => ({
  ServiceId: testId(n),
  CPT_Code,
  Minutes,
  Count,
});

beforeEach(() => {
  all.clear();
  given('patients', patient);
  given('insurances', insurance);
  given('payers', payer);
  given('providers', provider, assistant);
  given('cases', episode);
  given('visits', visit);
});

test('every queueable call has a prediction', () => {
  expect(Object.keys(predictions).toSorted()).toEqual(endpointNames.filter(isQueueable).toSorted());
});

test.each(Object.entries(records) as [keyof typeof records, AnyRecord][])(
  'a new one of %s is shown as a whole row, also with what no form writes',
  (entity, of) => {
    const example = examples[entity].row;
    all.get(entity)?.clear();
    predict(callNameOf(of, 'create'), { ...of.New.strip().parse(example), restores: true } as never);
    const shown = row(entity, String(example[of.key]));
    expect(of.Row.strict().safeParse(shown).error).toBeUndefined();
    expect(shown).toMatchObject(of.Fields.parse(example));
  },
);

test('input that does not parse predicts nothing', () => {
  predict('visits.move', { id: 'nonsense', destination: 'review', lastUpdated: stamp });
  expect(row('visits', visit.VisitId)).toEqual(visit);
});

describe('visits.move', () => {
  const id = visit.VisitId;
  test('changes the stage and keeps the stamp of the server', () => {
    predict('visits.move', { id, destination: 'review', lastUpdated: stamp });
    expect(row('visits', id)).toEqual({ ...visit, stage: 'review' });
  });

  test('shows nothing for a move the rules refuse', () => {
    predict('visits.move', { id, destination: 'cancelled', lastUpdated: stamp });
    expect(row('visits', id)?.stage).toBe('inProgress');
  });

  test('stops at the intake, and goes on where the gap is ignored', () => {
    given('visits', { ...visit, stage: 'checkedIn', intakeIncomplete: true });
    predict('visits.move', { id, destination: 'inProgress', lastUpdated: stamp });
    expect(row('visits', id)?.stage).toBe('checkedIn');
    predict('visits.move', { id, destination: 'inProgress', ignoreIncompleteIntake: true, lastUpdated: stamp });
    expect(row('visits', id)?.stage).toBe('inProgress');
  });

  test('knows who pays: only a visit without insurance is closed from billing', () => {
    given('visits', { ...visit, stage: 'billing' });
    predict('visits.move', { id, destination: 'closed', lastUpdated: stamp });
    expect(row('visits', id)?.stage).toBe('billing');
    given('cases', { ...episode, InsuranceIds: [] });
    predict('visits.move', { id, destination: 'closed', lastUpdated: stamp });
    expect(row('visits', id)?.stage).toBe('closed');
  });
});

test('visits.resolveIntake takes the named answers into the chart and ends the conflict', () => {
  given('visits', {
    ...visit,
    intakeConflict: [
      { field: 'Phone', chart: patient.Phone, intake: '5035550199' },
      { field: 'City', chart: patient.City, intake: 'Salem' },
    ],
  });
  predict('visits.resolveIntake', { id: visit.VisitId, accept: ['Phone'] });
  expect(row('patients', patient.PatientId)).toEqual({ ...patient, Phone: '5035550199' });
  expect(row('visits', visit.VisitId)?.intakeConflict).toEqual([]);
});

describe('the note', () => {
  const id = visit.VisitId;
  const save = (changes: Record<string, string | number | null>) =>
    predict('documentation.save', { id: episode.CaseId, VisitId: id, changes });

  test('is made when the first section is saved, and keeps the others', () => {
    save({ Subjective: 'Better.' });
    save({ Plan: 'Go on.' });
    const note = row('visitNotes', id);
    expect(note).toMatchObject({
      NoteId: id,
      NoteType: 'daily',
      Sections: { Subjective: 'Better.', Plan: 'Go on.' },
      CaseId: CaseId.parse(episode.CaseId),
      signedAt: null,
    });
  });

  test('holds what was said of a measure beside its text, and an emptied value as none', () => {
    const [knee, pain] = [cellKey('measure', testId(70), 'Value'), cellKey('measure', testId(70), 'Pain')];
    save({ Subjective: 'Better.' });
    save({ [knee]: 120, [pain]: 3 });
    save({ [pain]: null });
    const note = row('visitNotes', id);
    expect(note).toMatchObject({ Sections: { Subjective: 'Better.' }, Cells: { [knee]: 120, [pain]: null } });
  });

  test('is signed by the caller and the visit goes to billing', () => {
    save(full);
    predict('charges.save', { id, services: [entry(50, '97110', 30)] });
    predict('documentation.sign', { id });
    expect(row('visitNotes', id)).toMatchObject({
      signedAt: madeAt,
      signedByProviderId: provider.ProviderId,
      cosignRequired: false,
    });
    expect(row('visits', id)).toEqual({ ...visit, stage: 'billing' });
    save({ Plan: 'Changed after signing.' });
    expect(row('visitNotes', id)?.Sections['Plan']).toBe('Go on.');
  });

  test('is not signed where it is not as its signer saw it', () => {
    save(full);
    predict('charges.save', { id, services: [entry(50, '97110', 30)] });
    const seen = { ...full, services: [entry(50, '97110', 30)] };
    predict('documentation.sign', { id }, { ...byProvider, base: { ...seen, Plan: 'Other.' } });
    predict('documentation.sign', { id }, { ...byProvider, base: { ...seen, services: [] } });
    expect(row('visitNotes', id)?.signedAt).toBeNull();
    predict('documentation.sign', { id }, { ...byProvider, base: seen });
    expect(row('visitNotes', id)?.signedAt).toBe(madeAt);
  });

  test('is not signed while something is missing', () => {
    save({ ...full, Plan: '' });
    predict('documentation.sign', { id });
    expect(row('visitNotes', id)?.signedAt).toBeNull();
    expect(row('visits', id)?.stage).toBe('inProgress');
  });

  test('of an assistant waits in review for a cosignature', () => {
    given('visits', { ...visit, ProviderId: assistant.ProviderId });
    const byAssistant = { ...byProvider, ProviderId: assistant.ProviderId };
    save(full);
    predict('charges.save', { id, services: [entry(50, '97110', 30)] }, byAssistant);
    predict('documentation.sign', { id }, byAssistant);
    expect(row('visitNotes', id)).toMatchObject({ cosignRequired: true, cosignedAt: null });
    expect(row('visits', id)?.stage).toBe('review');
    expect(row('services', testId(50))?.Modifiers).toEqual(['CQ', 'GP']);
    predict('documentation.cosign', { id });
    expect(row('visitNotes', id)).toMatchObject({ cosignedAt: madeAt, cosignedByProviderId: provider.ProviderId });
    expect(row('visits', id)?.stage).toBe('billing');
  });

  test('is signed by no one who is no provider', () => {
    save(full);
    predict('charges.save', { id, services: [entry(50, '97110', 30)] });
    predict('documentation.sign', { id }, { ...byProvider, ProviderId: null });
    expect(row('visitNotes', id)?.signedAt).toBeNull();
  });
});

describe('charges.save', () => {
  const id = visit.VisitId;
  test('replaces the services, with units and modifiers by the rules of the payer', () => {
    predict('charges.save', { id, services: [entry(50, '97110', 33), entry(51, '97161', null)] });
    predict('charges.save', { id, services: [entry(50, '97110', 33), entry(52, '97140', 7)] });
    const services = [...table('services').values()];
    expect(services.map((each) => (each as RowOf<'services'>).ServiceId)).toEqual(
      [50, 52].map((n) => ServiceId.parse(testId(n))),
    );
    expect(row('services', testId(50))).toMatchObject({
      Units: 2,
      Modifiers: ['GP'],
      SortOrder: 0,
      Count: null,
      charge: null,
    });
    expect(row('services', testId(52))).toMatchObject({
      Units: 1,
      ProviderId: provider.ProviderId,
      PatientId: PatientId.parse(patient.PatientId),
    });
  });

  test('keeps what someone else recorded since', () => {
    predict('charges.save', { id, services: [entry(50, '97110', 33), entry(51, '97140', 7)] });
    const base = { services: [entry(50, '97110', 33)] };
    predict('charges.save', { id, services: [entry(50, '97110', 33), entry(52, '97140', 9)] }, { ...byProvider, base });
    const minutes = [50, 52, 51].map((n) => row('services', testId(n)));
    expect(minutes.map((each) => [each?.Minutes, each?.SortOrder])).toEqual([
      [33, 0],
      [9, 1],
      [7, 2],
    ]);
  });

  test('counts by the rule of eights where the payer wants it', () => {
    given('payers', { ...payer, UnitMethod: 'spm' });
    predict('charges.save', { id, services: [entry(50, '97110', 33), entry(52, '97140', 7)] });
    expect(row('services', testId(52))?.Units).toBe(0);
  });

  test('an untimed code counts once unless told', () => {
    predict('charges.save', { id, services: [entry(50, '97161', 40)] });
    expect(row('services', testId(50))).toMatchObject({ Units: 1, Count: 1, Minutes: 40 });
  });

  test.each([
    ['a visit already billed', { stage: 'submitted' as const }, byProvider],
    ['a visit not started', { stage: 'checkedIn' as const }, byProvider],
    ['no code table', {}, { ...byProvider, codes: undefined }],
  ])('shows nothing: %s', (_, change, call) => {
    given('visits', { ...visit, ...change });
    predict('charges.save', { id, services: [entry(50, '97110', 33)] }, call);
    expect(table('services').size).toBe(0);
  });
});

describe('patients', () => {
  const {
    PersonId: _person,
    Type: _type,
    DeathDate: _death,
    created_at: _created,
    updated_at: _updated,
    ...fields
  } = patient;
  const { PatientId: _patient, updated_at: _stamp, ...policy } = insurance;
  test('create shows the patient with insurances', () => {
    const fresh = { ...fields, PatientId: testId(60), FirstName: ' Noor ' };
    predict('patients.create', { patient: fresh, insurances: [{ ...policy, InsuranceId: testId(61) }] });
    expect(row('patients', testId(60))).toMatchObject({
      FirstName: 'Noor',
      Type: 'P',
      DeathDate: null,
      created_at: madeAt,
    });
    expect(row('insurances', testId(61))?.PatientId).toBe(testId(60));
  });

  test('update changes the given fields only', () => {
    predict('patients.update', { id: patient.PatientId, changes: { Phone: null, City: 'Salem' } });
    expect(row('patients', patient.PatientId)).toEqual({ ...patient, Phone: null, City: 'Salem' });
  });
});

describe('cases', () => {
  const { DischargedAt: _discharged, DischargeReason: _why, updated_at: _updated, ...fields } = episode;
  const script = {
    ScriptId: ScriptId.parse(testId(71)),
    CaseId: episode.CaseId,
    ReferringProviderId: null,
    Start: '2026-11-01',
    End: null,
    Visits: 12,
    Note: null,
  };
  const authorization = {
    AuthorizationId: AuthorizationId.parse(testId(72)),
    CaseId: episode.CaseId,
    InsuranceId: insurance.InsuranceId,
    Number: 'A-17',
    Kind: 'visits' as const,
    Allowed: 12,
    Status: 'approved' as const,
    Start: null,
    End: null,
    CountRule: 'signed' as const,
    Note: null,
  };

  test('a new one is there at once, and so is what is added to it', () => {
    const id = CaseId.parse(testId(70));
    predict('cases.create', { ...fields, CaseId: id });
    predict('cases.createScript', { ...script, CaseId: id });
    predict('cases.createAuthorization', { ...authorization, CaseId: id });
    expect(row('cases', id)).toEqual({
      ...fields,
      CaseId: id,
      DischargedAt: null,
      DischargeReason: null,
      updated_at: madeAt,
    });
    expect(row('scripts', script.ScriptId)).toMatchObject({ PatientId: patient.PatientId, Visits: 12 });
    expect(row('authorizations', authorization.AuthorizationId)).toMatchObject({ PatientId: patient.PatientId });
  });

  test('changes, a discharge and one taken back', () => {
    predict('cases.update', { id: episode.CaseId, changes: { Title: 'Knee', VisitsPerWeek: 2 } });
    predict('cases.discharge', { id: episode.CaseId, DischargedAt: '2026-11-18' });
    const changed = { ...episode, Title: 'Knee', VisitsPerWeek: 2 };
    expect(row('cases', episode.CaseId)).toEqual({ ...changed, DischargedAt: '2026-11-18' });
    predict('cases.discharge', { id: episode.CaseId, DischargedAt: '2026-11-18', DischargeReason: 'plateau' });
    expect(row('cases', episode.CaseId)).toMatchObject({ DischargedAt: '2026-11-18', DischargeReason: 'plateau' });
    predict('cases.discharge', { id: episode.CaseId, DischargedAt: null });
    expect(row('cases', episode.CaseId)).toEqual(changed);
  });

  test('diagnoses that changed meanwhile stay as they are', () => {
    const base = { Diagnoses: [], Title: episode.Title };
    predict('cases.update', { id: episode.CaseId, changes: { Diagnoses: [], Title: 'Knee' } }, { ...byProvider, base });
    expect(row('cases', episode.CaseId)).toEqual({ ...episode, Title: 'Knee' });
  });

  test('one without visits goes with what hangs on it; one with visits stays in sight', () => {
    predict('cases.createScript', script);
    predict('cases.createAuthorization', authorization);
    predict('cases.remove', { id: episode.CaseId });
    expect(row('cases', episode.CaseId)).toEqual(episode);
    given('visits', { ...visit, stage: 'cancelled' });
    predict('cases.remove', { id: episode.CaseId });
    expect([...table('cases'), ...table('scripts'), ...table('authorizations')]).toEqual([]);
  });

  test('what is to be done stays for the patient when its case goes', () => {
    const task = { ...examples.tasks.row, PatientId: patient.PatientId, FacilityId: episode.FacilityId };
    const ofOther = { ...task, TaskId: testId(78), CaseId: testId(79) };
    given('tasks', { ...task, CaseId: episode.CaseId } as never, ofOther as never);
    given('visits', { ...visit, stage: 'cancelled' });
    predict('cases.remove', { id: episode.CaseId });
    expect([...table('tasks').values()]).toEqual([{ ...task, CaseId: null, FacilityId: null }, ofOther]);
  });

  test('one to which something was added that was not seen stays in sight', () => {
    given('visits', { ...visit, stage: 'cancelled' });
    predict('cases.createScript', script);
    predict('cases.createAuthorization', authorization);
    const seen = { scripts: [script.ScriptId], authorizations: [] as string[] };
    predict('cases.remove', { id: episode.CaseId }, { ...byProvider, base: seen });
    expect([row('cases', episode.CaseId), table('scripts').size, table('authorizations').size]).toEqual([
      episode,
      1,
      1,
    ]);
    const base = { ...seen, authorizations: [authorization.AuthorizationId] };
    predict('cases.remove', { id: episode.CaseId }, { ...byProvider, base });
    expect([...table('cases'), ...table('scripts'), ...table('authorizations')]).toEqual([]);
  });

  test.each([
    ['every one', undefined, []],
    ['those that were shown', [testId(77), testId(79)], [testId(78)]],
    ['none where none was shown', [], [testId(77), testId(78)]],
  ])('of the visits to come those go that the call is for: %s', (_, shown, left) => {
    const on = (n: number, changes: object) =>
      Visit.parse({ ...visit, VisitId: testId(n), stage: 'scheduled', ...changes });
    const toCome = { Start: '2026-11-24T09:00', End: '2026-11-24T09:45' };
    const before = { Start: '2026-11-16T09:00', End: '2026-11-16T09:45' };
    given('visits', on(77, toCome), on(78, { ...toCome, stage: 'confirmed' }), on(79, before));
    const VisitIds = shown?.map((id) => VisitId.parse(id));
    predict('visits.removeFuture', { id: episode.CaseId, ...(VisitIds && { VisitIds }) });
    const own = [visit.VisitId, testId(79)];
    expect([...table('visits').keys()].toSorted()).toEqual([...own, ...left].toSorted());
  });

  test('a script and an authorization are changed and removed', () => {
    predict('cases.createScript', script);
    predict('cases.updateScript', { id: script.ScriptId, changes: { Visits: null } });
    expect(row('scripts', script.ScriptId)?.Visits).toBeNull();
    predict('cases.removeScript', { id: script.ScriptId });
    predict('cases.createAuthorization', authorization);
    predict('cases.updateAuthorization', { id: authorization.AuthorizationId, changes: { Allowed: 20 } });
    expect(row('authorizations', authorization.AuthorizationId)?.Allowed).toBe(20);
    predict('cases.removeAuthorization', { id: authorization.AuthorizationId });
    expect([...table('scripts'), ...table('authorizations')]).toEqual([]);
  });
});

describe('the waitlist', () => {
  const { CaseId: of, FacilityId } = episode;
  const id = VisitRequestId.parse(testId(75));
  const grid = Array.from({ length: 7 }, () => []);
  const wish = { id, CaseId: of, FacilityId, ProviderId: null, VisitTypeName: 'Follow-up', Minutes: 45, grid };
  const rest = { Priority: 2, Expires: '2026-12-31', Note: null, VisitId: null };

  test('someone is on it at once, changed and taken off', () => {
    predict('scheduling.saveVisitRequest', { ...wish, ...rest });
    expect(row('visitRequests', id)).toMatchObject({ PatientId: patient.PatientId, state: 'open', AskedAt: madeAt });
    predict('scheduling.saveVisitRequest', { ...wish, ...rest, Priority: 1 });
    expect(row('visitRequests', id)?.Priority).toBe(1);
    predict('scheduling.withdrawVisitRequest', { id });
    expect(row('visitRequests', id)?.state).toBe('withdrawn');
    predict('scheduling.saveVisitRequest', { ...wish, ...rest });
    expect(row('visitRequests', id)?.state).toBe('withdrawn');
    predict('scheduling.saveVisitRequest', { ...wish, ...rest, reopens: true });
    expect(row('visitRequests', id)?.state).toBe('open');
  });

  test('who has a time by now is left as they are', () => {
    predict('scheduling.saveVisitRequest', { ...wish, ...rest });
    const found = row('visitRequests', id);
    if (found) given('visitRequests', { ...found, state: 'booked' });
    predict('scheduling.saveVisitRequest', { ...wish, ...rest, Priority: 1 });
    expect(row('visitRequests', id)).toMatchObject({ state: 'booked', Priority: 2 });
  });
});

test.each(['billing.submitClaim', 'session.savePreferences'] as const)(
  '%s shows nothing before the server has decided',
  (name) => {
    expect(predictions[name].reads({ visitId: visit.VisitId } as never, byProvider)).toEqual([]);
  },
);

describe('plans of care', () => {
  const { PatientId: _of, updated_at: _at, ...plan } = { ...planOfCareRow, GoalIds: [] };
  const shown = () => {
    const { VisitsPerWeek, PlanOfCareStart, PlanOfCareEnd } = row('cases', episode.CaseId) ?? {};
    return [VisitsPerWeek, PlanOfCareStart, PlanOfCareEnd];
  };
  const newStamp = (more: Partial<PlanStamp> = {}) => {
    const { PlanOfCareId: id, CaseId: _case, PatientId: _patient, updated_at: _stamped, ...fields } = stampOf(more);
    return { id, ...fields };
  };

  test('the case shows the latest at once, for who books by it without a network', () => {
    predict('cases.createPlanOfCare', plan);
    expect(shown()).toEqual([2, '2026-01-05', '2026-04-04']);
    predict('cases.updatePlanOfCare', { id: plan.PlanOfCareId, changes: { VisitsPerWeek: 3, From: '2026-01-07' } });
    expect(shown()).toEqual([3, '2026-01-07', '2026-04-04']);
    const earlier = PlanOfCareId.parse(testId(87));
    predict('cases.createPlanOfCare', { ...plan, PlanOfCareId: earlier, From: '2025-10-01', To: '2025-12-01' });
    expect(shown()).toEqual([3, '2026-01-07', '2026-04-04']);
  });

  test('a stamp is there at once; one that cannot be is not shown, and none of a plan that is not here', () => {
    predict('cases.createPlanOfCare', plan);
    predict('cases.stampPlan', newStamp());
    expect(row('planStamps', newStamp().PlanStampId)).toEqual({ ...stampOf(), updated_at: madeAt });
    predict('cases.stampPlan', newStamp({ PlanStampId: PlanStampId.parse(testId(88)), Kind: 'limited' }));
    expect(table('planStamps').size).toBe(1);
    predict('cases.stampPlan', {
      ...newStamp({ PlanStampId: PlanStampId.parse(testId(89)) }),
      id: PlanOfCareId.parse(testId(1)),
    });
    expect(table('planStamps').size).toBe(1);
  });

  test('a progress report shows as signed once every open goal has its status', () => {
    const texts = { Subjective: 'a', Assessment: 'b', Plan: 'c' };
    const note = noteRow(texts, {
      NoteType: 'progress',
      Elements: { periodFrom: '2026-11-02', periodTo: '2026-11-18' },
    });
    given('visits', { ...visit, stage: 'inProgress' });
    given('goals', goalRow);
    given('visitNotes', note);
    predict('documentation.sign', { id: note.NoteId });
    expect(row('visitNotes', note.NoteId)?.signedAt).toBeNull();
    given('visitNotes', { ...note, Cells: { [cellKey('goal', goalRow.GoalId, 'Status')]: 'met' } });
    const other = { goals: { [goalRow.GoalId]: { ...goalRow, Text: 'Other.' } } };
    predict('documentation.sign', { id: note.NoteId }, { ...byProvider, base: other });
    expect(row('visitNotes', note.NoteId)?.signedAt).toBeNull();
    predict('documentation.sign', { id: note.NoteId });
    expect(row('visitNotes', note.NoteId)?.signedAt).toBe(madeAt);
  });
});
