import { addDays } from '#contract/base/dates.ts';
import type { SubjectNote } from '#contract/subject-notes/subject-note.ts';
import type { Chart } from './charts.ts';
import type { ClinicSpec } from './clinic.ts';
import { demoId } from './ids.ts';

type Told = Pick<SubjectNote, 'Text' | 'IsPinned' | 'IsAlert'> & {
  on: 'patient' | 'case';
  /** Days from today on which it was written and expires. */
  written: number;
  expires?: number;
  by: string;
};
const plain = { IsPinned: false, IsAlert: false };

const notes: Record<string, Record<string, Told[]>> = {
  demo: {
    rosa: [
      {
        on: 'patient',
        Text: 'Hard of hearing on the left. Sit on her right side.',
        IsPinned: true,
        IsAlert: true,
        written: -40,
        by: 'Fern Delacroix',
      },
      {
        on: 'case',
        Text: 'Daughter drives her; only times between 10 AM and 2 PM work.\nCall the daughter first about changes.',
        ...plain,
        written: -12,
        by: 'Fern Delacroix',
      },
      { on: 'patient', Text: 'Out of town for a week.', ...plain, written: -30, expires: -9, by: 'Fern Delacroix' },
    ],
    walter: [
      {
        on: 'case',
        Text: 'Brings a walker. Needs the room beside the entrance.',
        IsPinned: false,
        IsAlert: true,
        written: -6,
        expires: 30,
        by: 'Fern Delacroix',
      },
    ],
  },
  demo2: { ada: [{ on: 'patient', Text: 'Prefers texts to calls.', ...plain, written: -5, by: 'Fern Delacroix' }] },
};

/** What the staff wrote down about some of the people and their cases. */
export function subjectNoteRows(spec: ClinicSpec, charts: readonly Chart[], today: string): object[] {
  return Object.entries(notes[spec.site] ?? {}).flatMap(([key, told]) => {
    const chart = charts.find(({ person }) => person.key === key);
    return told.flatMap(({ on, written, expires, by, ...text }, at) => {
      const SubjectId = on === 'case' ? chart?.case?.CaseId : chart?.patient.PatientId;
      if (!chart || !SubjectId) return [];
      return {
        site: spec.site,
        SubjectNoteId: demoId(spec.site, 'subject note', `${key}-${at}`),
        PatientId: chart.patient.PatientId,
        SubjectType: on,
        SubjectId,
        ...text,
        ExpiresOn: expires === undefined ? null : addDays(today, expires),
        WrittenBy: by,
        WrittenAt: `${addDays(today, written)}T15:00:00Z`,
      };
    });
  });
}
