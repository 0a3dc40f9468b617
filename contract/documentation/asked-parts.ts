import type { Payer } from '../address-book/payer.ts';
import { partProblem } from '../measures/spine/part.ts';
import { segmentFindings } from '../measures/spine/segment-findings.ts';
import type { Discipline } from '../providers/provider.ts';
import type { Cells } from './cell-values.ts';
import { firstTreatmentElement, type ElementSpec, type SectionSpec } from './part-specs.ts';
import type { AlsoType, NoteType } from './note-types.ts';

/** Who asks more of a note than its kind does. */
export type Asker = 'medicareChiropractic';

/** Who asks more of the notes of a case, by its discipline and by those who pay for it. */
export function askersOf(discipline: Discipline | undefined, payers: readonly Pick<Payer, 'Kind'>[]): Asker[] {
  return discipline === 'DC' && payers.some(({ Kind }) => Kind === 'medicare') ? ['medicareChiropractic'] : [];
}

type Parts = { sections: readonly SectionSpec[]; elements: readonly ElementSpec[] };

const laterVisit: Parts = {
  sections: [],
  elements: [
    {
      key: 'changeSince',
      label: 'Change since the last visit',
      isRequired: true,
      is: 'choice',
      options: { better: 'Better', same: 'The same', worse: 'Worse' },
    },
    { key: 'treatmentEffect', label: 'Effect of treatment', isRequired: true, is: 'line', most: 300 },
  ],
};

/** What is asked beside the parts of a kind. History, goals, objective measures and the plan are parts of an evaluation anyway. */
export const askedParts: Readonly<Record<Asker, Partial<Record<NoteType, Parts>>>> = {
  // CMS ch. 15 §240.1.2: A of the initial visit, B of those after it.
  medicareChiropractic: {
    eval: {
      sections: [
        {
          key: 'PresentIllness',
          title: 'Present illness',
          prompt: 'Onset, location, quality and intensity of symptoms, what eases and worsens them, earlier treatment',
          isRequired: true,
        },
      ],
      elements: [
        { key: firstTreatmentElement, label: 'First treatment', isRequired: true, is: 'day' },
        { key: 'careLevel', label: 'Frequency and duration of care', isRequired: true, is: 'line', most: 300 },
      ],
    },
    daily: laterVisit,
    reeval: laterVisit,
  },
};

export const allAskers = Object.keys(askedParts) as Asker[];

type Signing = { NoteType: NoteType; AlsoTypes: readonly AlsoType[]; Cells: Cells };

/** What a note lacks of the findings that are asked of it, a sentence each. */
export function findingsToSign({ NoteType, Cells: cells }: Signing, askers: readonly Asker[]): string[] {
  if (!askers.some((asker) => askedParts[asker][NoteType] !== undefined)) return [];
  const findings = segmentFindings(cells);
  const lack = partProblem(findings);
  const isTreated = NoteType === 'eval' || findings.some(({ Treated }) => Treated);
  return [...(lack === null ? [] : [lack]), ...(isTreated ? [] : ['Spine: mark the segments that were treated.'])];
}
