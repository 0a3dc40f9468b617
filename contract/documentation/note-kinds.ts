import { dischargeReasons } from '../cases/discharge-reason.ts';
import { askedParts, type Asker } from './asked-parts.ts';
import type { Cells } from './cell-values.ts';
import { alertElement } from '../outcomes/needs-alert.ts';
import type { AlsoType, NoteType } from './note-types.ts';
import type { ElementSpec, SectionSpec } from './part-specs.ts';
import { usedTemplates, withTemplates } from './used-templates.ts';

export type NoteKind = {
  sections: readonly SectionSpec[];
  elements: readonly ElementSpec[];
  /** Something was done that is billed. */
  needsService: boolean;
  /** Of subjective, objective and flowsheet one is enough. */
  needsContent?: boolean;
  /** Something was measured. */
  needsMeasure?: boolean;
};

const section = (key: string, title: string, prompt: string, isRequired = true): SectionSpec => ({
  key,
  title,
  prompt,
  isRequired,
});

const subjective = section(
  'Subjective',
  'Subjective',
  'What the patient reports: pain, function, changes since the last visit',
);
const objective = section('Objective', 'Objective', 'Measurements and treatment');
const assessment = section(
  'Assessment',
  'Assessment',
  'What it means: progress, response to treatment, need for skilled care',
);
const plan = section('Plan', 'Plan', 'Next steps');
const optional = (of: SectionSpec): SectionSpec => ({ ...of, isRequired: false });

const levels = { low: 'Low', moderate: 'Moderate', high: 'High' };
const level = (key: string, label: string): ElementSpec => ({
  key,
  label,
  isRequired: false,
  is: 'choice',
  options: levels,
});

/** The components of 97161 to 97163 and 97165 to 97167; required where the payer asks for them. */
export const complexityKeys = [
  'complexityHistory',
  'complexityExam',
  'complexityPresentation',
  'complexityDecision',
] as const;

export const noteKinds: Readonly<Record<NoteType, NoteKind>> = {
  eval: {
    sections: [
      section('History', 'History', 'Present illness, medical history, surgery, medication, tests'),
      section('PriorLevel', 'Prior level of function', 'What the patient could do before, living situation, work'),
      subjective,
      objective,
      assessment,
      plan,
    ],
    elements: [
      level('complexityHistory', 'History and comorbidities'),
      level('complexityExam', 'Examination of body systems'),
      level('complexityPresentation', 'Clinical presentation'),
      level('complexityDecision', 'Clinical decision making'),
    ],
    needsService: true,
    needsMeasure: true,
  },
  daily: {
    sections: [optional(subjective), optional(objective), assessment, plan],
    elements: [],
    needsService: true,
    needsContent: true,
  },
  progress: {
    sections: [
      subjective,
      optional(objective),
      section('Assessment', 'Assessment', 'Progress toward each goal, why skilled care is still needed'),
      section('Plan', 'Plan', 'What continues, what changes, expected improvement'),
    ],
    elements: [
      { key: 'periodFrom', label: 'Period from', isRequired: true, is: 'day' },
      { key: 'periodTo', label: 'Period to', isRequired: true, is: 'day' },
    ],
    needsService: false,
  },
  reeval: {
    sections: [subjective, objective, assessment, plan],
    elements: [
      {
        key: 'reevalReason',
        label: 'Reason',
        isRequired: true,
        is: 'choice',
        options: {
          change: 'Significant change',
          newFindings: 'New findings',
          noResponse: 'No response to treatment',
          other: 'Other',
        },
      },
    ],
    needsService: true,
    needsMeasure: true,
  },
  recert: {
    sections: [
      optional(subjective),
      optional(objective),
      section('Justification', 'Justification', 'Why treatment beyond the current plan is necessary'),
      assessment,
      plan,
    ],
    elements: [],
    needsService: false,
  },
  discharge: {
    sections: [
      optional(subjective),
      optional(objective),
      section('Assessment', 'Assessment', 'Course of treatment and final status of every goal'),
      section('HomeProgram', 'Home program', 'What the patient goes on with'),
      section('Disposition', 'Disposition', 'Where the patient goes from here, follow-up'),
    ],
    elements: [{ key: 'dischargeReason', label: 'Reason', isRequired: true, is: 'choice', options: dischargeReasons }],
    needsService: false,
  },
  missedVisit: {
    sections: [section('Effect', 'Effect on the plan', 'How the plan of care is affected')],
    elements: [
      {
        key: 'missedReason',
        label: 'Reason',
        isRequired: true,
        is: 'choice',
        options: {
          canceled: 'Canceled',
          noShow: 'No-show',
          illness: 'Illness',
          weather: 'Weather',
          transport: 'Transportation',
          clinic: 'Clinic closed',
          other: 'Other',
        },
      },
      {
        key: 'contact',
        label: 'Contact',
        isRequired: true,
        is: 'choice',
        options: { reached: 'Reached', message: 'Left a message', notReached: 'Not reached' },
      },
    ],
    needsService: false,
  },
  addendum: {
    sections: [section('Text', 'Text', 'Addition or correction')],
    elements: [{ key: 'addendumReason', label: 'Reason', isRequired: true, is: 'line', most: 200 }],
    needsService: false,
  },
  communication: {
    sections: [section('Summary', 'Summary', 'Content and agreements')],
    elements: [
      { key: 'withWhom', label: 'Person', isRequired: true, is: 'line', most: 120 },
      {
        key: 'channel',
        label: 'Channel',
        isRequired: true,
        is: 'choice',
        options: { phone: 'Phone', inPerson: 'In person', email: 'Email', fax: 'Fax', message: 'Message' },
      },
    ],
    needsService: false,
  },
};

/**
 * What a note asks for: its kind, what it is besides, what payers ask and the templates it uses taken together; a section
 * required once is required.
 */
export function kindOf(
  note: { NoteType: NoteType; AlsoTypes: readonly AlsoType[]; Cells: Cells },
  askers: readonly Asker[] = [],
): NoteKind {
  const types = [note.NoteType, ...note.AlsoTypes];
  const kinds = types.map((type) => noteKinds[type]);
  const asked = askers.flatMap((asker) => types.flatMap((type) => askedParts[asker][type] ?? []));
  const sections = joined([...asked, ...kinds].flatMap((one) => one.sections));
  return {
    sections: withTemplates(sections, usedTemplates(note.Cells)),
    elements: joined([...asked, ...kinds].flatMap(({ elements }) => elements)),
    needsService: kinds.some(({ needsService }) => needsService),
    needsContent: kinds.some(({ needsContent = false }) => needsContent),
    needsMeasure: kinds.some(({ needsMeasure = false }) => needsMeasure),
  };
}

const allKinds = [...Object.values(noteKinds), ...Object.values(askedParts).flatMap((of) => Object.values(of))];

/** The parts of all kinds, and all that payers ask for. */
export const allParts = {
  sections: allKinds.flatMap(({ sections }) => sections),
  elements: [
    ...allKinds.flatMap(({ elements }) => elements),
    { key: alertElement, label: 'Response to PHQ-9 item 9', isRequired: true, is: 'line', most: 500 } as const,
  ],
};

function joined<S extends { key: string; isRequired: boolean }>(all: readonly S[]): S[] {
  const first = all.filter((one, at) => all.findIndex(({ key }) => key === one.key) === at);
  return first.map((one) => ({
    ...one,
    isRequired: all.some(({ key, isRequired }) => key === one.key && isRequired),
  }));
}
