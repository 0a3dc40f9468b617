import type { Goal } from '../cases/goal.ts';
import type { AddedMeasure } from '../measures/case-measures.ts';
import type { EvalMeasurement } from '../measures/eval-measurement.ts';
import { caseEvalMeasurementId } from '../measures/measure-ids.ts';
import { placesOf } from '../measures/places.ts';
import type { EvalTemplate } from '../templates/eval-template.ts';
import type { CellValue } from './cell-values.ts';
import { cellKey } from './field-keys.ts';
import type { NoteRow } from './note-field.ts';

/** Whether a template is for a note: of the discipline of its case, and of a kind that the note is. */
export function isForNote(
  { Discipline, NoteTypes }: Pick<EvalTemplate, 'Discipline' | 'NoteTypes'>,
  note: Pick<NoteRow, 'NoteType' | 'AlsoTypes'>,
  discipline: string,
): boolean {
  const isKind = NoteTypes.length === 0 || [note.NoteType, ...note.AlsoTypes].some((type) => NoteTypes.includes(type));
  return isKind && (Discipline === null || Discipline === discipline);
}

/** What a note says once it uses a template; nothing typed is touched, and a second time changes nothing more. */
export function templateChanges({
  EvalTemplateId,
  Name,
  Sections,
}: Pick<EvalTemplate, 'EvalTemplateId' | 'Name' | 'Sections'>): Record<string, CellValue> {
  return { [cellKey('template', EvalTemplateId, 'Used')]: { Name, Sections } };
}

/** What a template brings to measure, and the names of what it cannot bring any more; null where not even that is known. */
export type MeasuresOfTemplate = { add: AddedMeasure[]; leftOut: (string | null)[] };

/** The measures of a template for a case, without those that it has; one that is gone or inactive is left out. */
export function measuresOfTemplate(
  { Measurements }: Pick<EvalTemplate, 'Measurements'>,
  CaseId: string,
  measurementOf: (id: string) => EvalMeasurement | undefined,
  onCase: ReadonlySet<string>,
): MeasuresOfTemplate {
  const add = new Map<string, AddedMeasure>();
  const leftOut = new Set<string | null>();
  for (const { EvalMeasurementId, Mode, Side } of Measurements) {
    const measurement = measurementOf(EvalMeasurementId);
    const places = measurement && !measurement.Inactive ? placesOf(measurement) : [];
    const wanted = places.filter(
      (place) => (Mode === null || place.Mode === Mode) && (Side === null || place.Side === Side),
    );
    if (wanted.length === 0) leftOut.add(measurement?.Name ?? null);
    for (const place of wanted) {
      const id = caseEvalMeasurementId({ CaseId, EvalMeasurementId, ...place });
      if (!onCase.has(id)) add.set(id, { CaseEvalMeasurementId: id, EvalMeasurementId, ...place });
    }
  }
  return { add: [...add.values()], leftOut: [...leftOut] };
}

/** Why not all of a template's measures were added, or null. */
export function leftOutSentence(leftOut: readonly (string | null)[]): string | null {
  if (leftOut.length === 0) return null;
  const names = leftOut.filter((name) => name !== null).map((name) => `“${name}”`);
  const unknown = leftOut.length > names.length ? ['a measure that was removed from the library'] : [];
  const all = [...names, ...unknown];
  const listed = all.length < 2 ? all[0] : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
  return `Not added, because it is no longer in use: ${listed}. Everything else was added.`;
}

type Offered = EvalTemplate['GoalTexts'][number];

/** The goals that templates offer and a case does not have yet, each once. */
export function offeredGoals(
  templates: readonly Pick<EvalTemplate, 'GoalTexts'>[],
  goals: readonly Pick<Goal, 'Text'>[],
): Offered[] {
  const wordsOf = ({ Text }: { Text: string }) => Text.trim().toLowerCase();
  const known = new Set(goals.map(wordsOf));
  return templates
    .flatMap(({ GoalTexts }) => GoalTexts)
    .filter((one) => {
      const isNew = !known.has(wordsOf(one));
      known.add(wordsOf(one));
      return isNew;
    });
}
