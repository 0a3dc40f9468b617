import { recordedServices, type RecordedService } from '#contract/charges/recorded-services.ts';
import { ServiceEntry } from '#contract/charges/service.ts';
import type { Payer } from '#contract/address-book/payer.ts';
import { Provider } from '#contract/providers/provider.ts';
import { Visit } from '#contract/visits/visit.ts';
import { demoCodes } from './codes.ts';
import { demoId } from './ids.ts';
import { measuredCells } from './measures.ts';
import type { Appointment } from './schedule.ts';

type Line = [code: string, minutesOrCount: number];
/** What is done in a visit; codes without minutes are counted. */
const treatments: Record<string, Line[][]> = {
  PT: [
    [
      ['97110', 23],
      ['97140', 15],
    ],
    [
      ['97112', 24],
      ['97110', 15],
    ],
    [
      ['97530', 16],
      ['97110', 22],
      ['97010', 1],
    ],
    [
      ['97116', 15],
      ['97112', 23],
    ],
    [
      ['97110', 30],
      ['97140', 8],
      ['97014', 1],
    ],
  ],
  OT: [
    [
      ['97530', 30],
      ['97535', 10],
    ],
    [
      ['97110', 15],
      ['97140', 15],
      ['97018', 1],
    ],
    [
      ['97535', 25],
      ['97530', 15],
    ],
  ],
  SLP: [
    [['92507', 1]],
    [['92526', 1]],
    [
      ['97129', 15],
      ['97130', 30],
    ],
  ],
  DC: [
    [['98940', 1]],
    [
      ['98941', 1],
      ['98943', 1],
    ],
  ],
};
const evals: Record<string, Line[]> = {
  PT: [
    ['97161', 1],
    ['97110', 15],
  ],
  OT: [
    ['97166', 1],
    ['97535', 15],
  ],
  SLP: [['92523', 1]],
  DC: [['99203', 1]],
};

/** The lines recorded on a visit, as the rules make them. */
export function servicesOf(
  appointment: Appointment,
  providers: readonly { ProviderId: string }[],
  payers: readonly Payer[],
  turn: number,
): RecordedService[] {
  const { visit, chart, isEval } = appointment;
  if (!['review', 'billing', 'submitted', 'closed'].includes(appointment.stage)) return [];
  const discipline = chart.case.Discipline;
  const choices = treatments[discipline] ?? [];
  const lines = (isEval ? evals[discipline] : choices[turn % choices.length]) ?? [];
  const entries = lines.map(([CPT_Code, amount], at) => {
    const timed = demoCodes.some((code) => code.CPT_Code === CPT_Code && code.timed);
    return ServiceEntry.parse({
      ServiceId: demoId(visit.site, 'service', `${visit.VisitId} ${at}`),
      CPT_Code,
      Minutes: timed ? amount : null,
      Count: timed ? null : amount,
    });
  });
  return recordedServices({
    visit: Visit.parse({ ...visit, updated_at: `${visit.Start}:00+00:00` }),
    entries,
    codes: demoCodes,
    provider: Provider.parse(providers.find((each) => each.ProviderId === visit.ProviderId)),
    payer: payers.find((payer) => payer.PayerId === chart.insurances[0]?.PayerId) ?? null,
  });
}

type Condition = NonNullable<Appointment['chart']['condition']>;

type Said = { Subjective: string; Assessment: string; Plan: string };

/** What is said from visit to visit: no two notes in a row repeat each other. */
const visitWords: ((of: Condition) => Said)[] = [
  ({ complaint, goal }) => ({
    Subjective: `Reports ${complaint}, 6/10 at worst. Home program done most days.`,
    Assessment: `Less guarding after manual therapy. Skilled care is needed to dose the load on the way to ${goal}.`,
    Plan: 'Continue twice a week, one more set of strengthening next visit.',
  }),
  ({ complaint }) => ({
    Subjective: `The two days after the last visit were easier. Notices ${complaint} by evening, 5/10.`,
    Assessment: 'Held form through three sets with a single cue. Endurance limits more than pain now.',
    Plan: 'Keep the load, lengthen the holds, review the home sheet.',
  }),
  ({ goal }) => ({
    Subjective: 'Slept through two nights. Sore for an hour after the new exercise, then fine.',
    Assessment: `Soreness settled within a day, so the step up was right. Halfway to being able to ${goal}.`,
    Plan: 'Add a functional task, measure again in a week.',
  }),
  ({ complaint }) => ({
    Subjective: `Missed the home program over a busy weekend; ${complaint} came back on Sunday, 4/10.`,
    Assessment: 'Lost a little range since the last visit and regained it within the session.',
    Plan: 'Shorten the home program to three exercises that fit into the day.',
  }),
  ({ goal }) => ({
    Subjective: 'Tried a full day of chores without a break. Tired, not painful.',
    Assessment: `Tolerates daily load; what is left is confidence. Cues for pacing help to ${goal}.`,
    Plan: 'Practice at real speed next time, fewer cues.',
  }),
  ({ complaint }) => ({
    Subjective: `Only brief ${complaint}, 2/10, once since Monday. Walks every morning again.`,
    Assessment: 'Strength is close to the other side. Compensates late in the set when not watched.',
    Plan: 'Go to once a week if the next measures hold.',
  }),
];

/** The words of a daily note, the `turn`th of its case. */
export function demoSections(of: Condition, done: boolean, turn: number) {
  const said = visitWords[turn % visitWords.length]?.(of);
  if (!said) throw new Error('The demo has no words for this visit.');
  const { Subjective, Assessment, Plan } = said;
  return {
    Subjective,
    ...(done && {
      Objective: `${of.finding}. Tolerated all exercises without increase of symptoms.`,
      Assessment,
      Plan,
    }),
  };
}

function evalSections({ complaint, finding, goal }: Condition, done: boolean) {
  return {
    History: `Here for ${complaint}. Medical history and medication reviewed, no red flags.`,
    PriorLevel: 'Independent in all daily activities, lives with family.',
    Subjective: `Reports ${complaint}.`,
    ...(done && {
      Objective: `${finding}.`,
      Assessment: `Findings fit the complaint. The patient’s goal is to ${goal}. Good potential with skilled care.`,
      Plan: 'Treat twice a week for six weeks, with a home program from today.',
    }),
  };
}

/** The note of a visit, the `turn`th of its case, as far as its stage has it; null when nothing is written yet. */
export function noteOf(
  appointment: Appointment,
  signedAt: string,
  { supervisor, turn }: { supervisor: string | null; turn: number },
) {
  const { visit, chart, stage, isEval } = appointment;
  const { condition } = chart;
  if (!condition || !['inProgress', 'review', 'billing', 'submitted', 'closed'].includes(stage)) return null;
  if (stage === 'inProgress' && supervisor) return null;
  const done = stage !== 'inProgress';
  const signed = stage === 'review' ? supervisor !== null : done;
  const cosigned = supervisor !== null && appointment.cosigned && stage !== 'review';
  return {
    site: visit.site,
    NoteId: visit.VisitId,
    VisitId: visit.VisitId,
    CaseId: visit.CaseId,
    PatientId: visit.PatientId,
    FacilityId: visit.FacilityId,
    NoteType: isEval ? 'eval' : 'daily',
    AlsoTypes: [],
    NoteDate: visit.Start.slice(0, 10),
    ProviderId: visit.ProviderId,
    CosignerProviderId: signed ? supervisor : null,
    Sections: isEval ? evalSections(condition, done) : demoSections(condition, done, turn),
    Elements: {},
    Cells: done ? measuredCells(appointment, turn) : {},
    signedAt: signed ? signedAt : null,
    signedByProviderId: signed ? visit.ProviderId : null,
    cosignRequired: signed && supervisor !== null,
    cosignedAt: cosigned ? signedAt : null,
    cosignedByProviderId: cosigned ? supervisor : null,
  };
}
