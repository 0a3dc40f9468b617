import { addDays } from '../../../contract/base/dates.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { issueCodes } from '../../../contract/scheduling/issue.ts';
import { usualRule } from '../../../contract/online-scheduling/usual-rule.ts';
import { cast } from '../../../server/demo/cast.ts';
import { demoId } from '../../../server/demo/ids.ts';
import type { Clinic } from '../../clinic.ts';
import { homeProgramParts } from './home-program-parts.ts';
import { ownFormParts } from './own-form-parts.ts';

type Input = Record<string, unknown>;

const place = { FacilityId: cast.facilities.harborview, ProviderId: cast.providers.maya };
const objections = [...issueCodes];
let slot = 0;

/** A quarter of an hour early on the demo's day that nobody has: what is booked is on the calendar's first screen. */
function nextTime(day: string): { Start: string; End: string } {
  const at = (quarter: number) =>
    `${day}T${String(Math.floor(quarter / 4)).padStart(2, '0')}:${['00', '15', '30', '45'][quarter % 4]}`;
  slot += 1;
  return { Start: at(slot), End: at(slot + 1) };
}

const booking = (CaseId: string, day: string) => ({
  VisitId: crypto.randomUUID(),
  CaseId,
  ...place,
  ...nextTime(day),
  VisitTypeName: 'PT Follow-up',
  PlaceOfService: '11',
  TagIds: [],
  RoomId: null,
});

/** A guarantor whose fields fit together. */
const reachable = {
  DateOfBirth: '1980-01-01',
  Email: 'family@example.org',
  Phone: null,
  IsProxy: true,
  IsForAdult: false,
  From: '2026-01-01',
  Until: null,
};

/** What a call needs besides text so that it is taken, put over an input that is made of its schema alone. */
export const knownParts: {
  [N in EndpointName]?: (input: Input, of: { clinic: Clinic; CaseId: string; day: string }) => Input | Promise<Input>;
} = {
  'visits.create': (input, { CaseId, day }) => ({ ...input, ...booking(CaseId, day), accepted: objections }),
  'visits.createSeries': (input, { CaseId, day }) => ({
    SeriesId: crypto.randomUUID(),
    visits: (input['visits'] as Input[]).map((visit) => ({ ...visit, ...booking(CaseId, day), accepted: objections })),
  }),
  // The stamp is optional, and the calls before have moved the visit on.
  async 'visits.remove'({ lastUpdated: _seen, ...input }, { clinic, day }) {
    const [visit] = await clinic.sql<{ id: string }>(
      `select "VisitId" as id from visits where site = 'demo' and stage = 'scheduled' and "Start" > $1 || 'T24'
       order by "Start" desc, "VisitId" limit 1`,
      [day],
    );
    return { ...input, ...visit };
  },
  async 'visits.move'(input, { clinic }) {
    return {
      ...input,
      ...(await stampOf(clinic, cast.visits.today.scheduled)),
      destination: 'cancelled',
      which: 'this',
    };
  },
  async 'visits.reschedule'(input, { clinic, day }) {
    const { CaseId: _case, VisitId: _visit, ...changes } = booking('', day);
    const stamp = await stampOf(clinic, cast.visits.today.confirmed);
    return { ...stamp, accepted: objections, changes: { ...(input['changes'] as Input), ...changes } };
  },
  'scheduling.createCustomDays': (input, { day: today }) => ({
    customDayProviderSchedules: (input['customDayProviderSchedules'] as Input[]).map((day) => ({
      ...day,
      CustomDayId: crypto.randomUUID(),
      ProviderId: cast.providers.hank,
      day: addDays(today, (slot += 1)),
      blocks: [],
    })),
  }),
  'scheduling.saveNonPatientVisit': (input, { day }) => ({
    ...input,
    id: crypto.randomUUID(),
    ...place,
    ...nextTime(day),
    VisitTypeName: 'Lunch',
    SeriesId: null,
    accepted: objections,
  }),
  'scheduling.saveVisitRequest': (input, { CaseId, day }) => ({
    ...input,
    id: crypto.randomUUID(),
    CaseId,
    FacilityId: cast.facilities.harborview,
    ProviderId: null,
    VisitTypeName: 'PT Follow-up',
    Minutes: 45,
    grid: Array.from({ length: 7 }, () => []),
    Priority: 2,
    Expires: addDays(day, 30),
    VisitId: null,
  }),
  async 'messages.reply'(input, { clinic }) {
    const id = crypto.randomUUID();
    await clinic.sql(
      `insert into outbound_messages (site, "MessageId", "PatientId", channel, kind, recipient, subject, body)
       select site, $1, "PatientId", 'text', 'other', '+1' || regexp_replace("Phone", '\\D', '', 'g'), '', 'A text'
       from patients where site = 'demo' and "PatientId" = $2`,
      [id, cast.patients.rosa],
    );
    return { ...input, id };
  },
  'guarantors.createPatientGuarantor': (input) => ({
    ...input,
    ...reachable,
    PatientGuarantorId: crypto.randomUUID(),
    PatientId: cast.patients.gus,
  }),
  'guarantors.updatePatientGuarantor': (input) => {
    const { FirstName, LastName } = input['changes'] as Input;
    return { ...input, id: demoId('demo', 'guarantor', 'walter'), changes: { FirstName, LastName } };
  },
  'tasks.createTask': (input) => ({
    ...input,
    TaskId: crypto.randomUUID(),
    PatientId: cast.patients.rosa,
    CaseId: null,
    OwnerUserId: null,
  }),
  'tasks.updateTask': (input) => {
    const { sentence } = input['changes'] as Input;
    return { ...input, id: demoId('demo', 'task', 'rosa'), changes: { sentence } };
  },
  'onlineScheduling.createBookingRule': (input) => ({
    ...input,
    ...usualRule,
    BookingRuleId: crypto.randomUUID(),
    FacilityId: cast.facilities.harborview,
    VisitTypeName: 'OT Evaluation',
    Questions: input['Questions'],
  }),
  'onlineScheduling.updateBookingRule': (input) => {
    const { PublicName, Questions } = input['changes'] as Input;
    return { ...input, id: demoId('demo', 'booking rule', 'first'), changes: { PublicName, Questions } };
  },
  'onlineReview.createReviewSite': (input) => ({
    ...input,
    ReviewSiteId: crypto.randomUUID(),
    FacilityId: cast.facilities.harborview,
    Url: 'https://stars.example.com/other',
    SortOrder: 3,
  }),
  'onlineReview.updateReviewSite': (input) => {
    const { Name } = input['changes'] as Input;
    return { ...input, id: demoId('demo', 'review site', 'stars'), changes: { Name } };
  },
  'providers.create': (input) => ({ ...input, UserId: null, SupervisorProviderId: null }),
  async 'cases.stampPlan'(input, { clinic, CaseId, day }) {
    const stamp = { PlanStampId: crypto.randomUUID(), Kind: 'delay', On: day, LimitedTo: null, CorrectsStampId: null };
    return { ...input, ...(await freePlan(clinic, CaseId, day)), ...stamp };
  },
  'outcomes.record': (input, { CaseId, day }) => ({
    ...input,
    OutcomeResponseId: crypto.randomUUID(),
    CaseId,
    NoteId: null,
    MeasureKey: 'psfs',
    Version: 1,
    Date: day,
    Answers: [{ ItemKey: '1', Value: 4, Text: textsIn(input['Answers'])[0] ?? 'Stairs' }],
    Score: 4,
    CorrectsId: null,
  }),
  'cases.createPlanOfCare': (input, { CaseId, day }) => ({
    ...input,
    ...planDays(day),
    PlanOfCareId: crypto.randomUUID(),
    CaseId,
    Diagnoses: codedDiagnoses(input),
    ...apart,
  }),
  async 'cases.updatePlanOfCare'(input, { clinic, CaseId, day }) {
    const changes = input['changes'] as Input;
    const { Interventions } = changes;
    return { ...(await freePlan(clinic, CaseId, day)), changes: { Interventions, Diagnoses: codedDiagnoses(changes) } };
  },
  async 'cases.updateGoal'(input, { clinic, CaseId }) {
    // Those of the demo stand in plans that went out.
    const id = crypto.randomUUID();
    await clinic.sql(
      `insert into goals (site, "GoalId", "CaseId", "PatientId", "Term", "GoalType", "Text")
       select site, $1, "CaseId", "PatientId", 'short', 'Function', 'Climb stairs' from cases
       where site = 'demo' and "CaseId" = $2`,
      [id, CaseId],
    );
    return { ...input, id };
  },
  async 'flowsheet.updateCaseExercise'(input, { clinic, CaseId }) {
    // What a signed visit has keeps its name.
    const id = crypto.randomUUID();
    await clinic.sql(
      `insert into case_exercises (site, "CaseExerciseId", "CaseId", "PatientId", "Name", "SortOrder")
       select site, $1, "CaseId", "PatientId", 'Bridge', 1000 from cases where site = 'demo' and "CaseId" = $2`,
      [id, CaseId],
    );
    return { ...input, id };
  },
  ...homeProgramParts,
  ...ownFormParts,
  'templates.createEvalTemplate': templateParts,
  'templates.updateEvalTemplate': (input) => ({ ...input, changes: templateParts(input['changes'] as Input) }),
  'measures.createEvalMeasurement': wholeMeasure,
  'measures.updateEvalMeasurement': (input) => ({ ...input, changes: wholeMeasure(input['changes'] as Input) }),
  async 'flowsheet.save'({ cells }, { clinic, CaseId }) {
    const rows = await clinic.sql<{ id: string }>(
      `select "CaseExerciseId" as id from case_exercises where site = 'demo' and "CaseId" = $1 order by 1`,
      [CaseId],
    );
    const written = (cells as { Cell: Input }[]).map(({ Cell }, at) => ({
      CaseExerciseId: rows[at]?.id,
      Cell: { ...Cell, Dose: null, Side: null, Assist: null, ProviderId: null, From: null },
    }));
    return { id: cast.visits.today.inProgress, cells: written };
  },
};

const planDays = (day: string) => ({
  Kind: 'initial',
  From: day,
  To: addDays(day, 60),
  VisitsPerWeek: 2,
  PlanWeeks: 6,
  Amount: 1,
});
const apart = { CertifierId: null, GoalIds: [], WrittenInNoteId: null };

/** Keys of sections are no text, and measures are those of the catalog. */
function templateParts(of: Input): Input {
  const sections = (of['Sections'] ?? []) as Input[];
  return { ...of, Sections: sections.map((one, at) => ({ ...one, key: `Part${at}` })), Measurements: [] };
}

let measures = 0;

/** A number and a grade by turns; no choice has a comma, a semicolon or a bar. */
function wholeMeasure(of: Input): Input {
  measures += 1;
  const [choice = ''] = (of['Choices'] ?? []) as string[];
  const range = { Min: null, Max: null, Step: null, IsMultiselect: false, Modes: [] };
  const shared = { ...of, ...range, GoalType: 'Function', Category: null };
  if (measures % 2 === 0 && choice !== '' && !/[,;|]/.test(choice))
    return { ...shared, Kind: 'grade', Unit: null, Choices: [choice, 'other'], Norms: [], Cutoffs: [] };
  const forAll = (figures: unknown) => ((figures ?? []) as Input[]).map((one) => ({ ...one, ages: null }));
  const figures = { Norms: forAll(of['Norms']), Cutoffs: forAll(of['Cutoffs']) };
  return { ...shared, ...figures, Kind: 'number', Unit: 'cm', Choices: [] };
}

/** The texts planted in a list of answers. */
function textsIn(answers: unknown): string[] {
  const given = Array.isArray(answers) ? (answers as Input[]) : [];
  return given.flatMap(({ Text }) => (typeof Text === 'string' ? [Text] : []));
}

/** A code is none that a payload could be. */
function codedDiagnoses({ Diagnoses }: Input): Input[] {
  return (Diagnoses as Input[]).map((diagnosis) => ({ ...diagnosis, Code: 'M54.50' }));
}

/** A plan of care of its own: one that went out takes no change. */
async function freePlan(clinic: Clinic, CaseId: string, day: string): Promise<{ id: string }> {
  const id = crypto.randomUUID();
  const { Kind, From, To, VisitsPerWeek, PlanWeeks, Amount } = planDays(day);
  await clinic.sql(
    `insert into plans_of_care (site, "PlanOfCareId", "CaseId", "PatientId", "Kind", "From", "To", "VisitsPerWeek",
       "PlanWeeks", "Amount", "Interventions")
     select site, $1, "CaseId", "PatientId", $3, $4, $5, $6, $7, $8, 'Exercise' from cases
     where site = 'demo' and "CaseId" = $2`,
    [id, CaseId, Kind, From, To, VisitsPerWeek, PlanWeeks, Amount],
  );
  return { id };
}

async function stampOf(clinic: Clinic, VisitId: string): Promise<{ id: string; lastUpdated: string }> {
  const [visit] = await clinic.sql<{ lastUpdated: string }>(
    `select to_jsonb(updated_at) #>> '{}' as "lastUpdated" from visits where site = 'demo' and "VisitId" = $1`,
    [VisitId],
  );
  if (!visit) throw new Error('The demo clinic has not this visit today.');
  return { id: VisitId, lastUpdated: visit.lastUpdated };
}
