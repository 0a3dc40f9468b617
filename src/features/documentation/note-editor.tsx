import { lazy, Suspense, type ReactNode } from 'react';
import { NoteId, type CaseId } from '#contract/base/ids.ts';
import { reportsOnGoals } from '#contract/documentation/goals-to-sign.ts';
import { kindOf } from '#contract/documentation/note-kinds.ts';
import { isMeasuredIn } from '#contract/documentation/note-types.ts';
import { sectionsOf } from '#contract/documentation/shown-parts.ts';
import { measuredRows } from '#contract/measures/responses.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { textTemplates } from '#local/reads/templates.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { NoteElements } from './note-elements.tsx';
import { NoteKindFields } from './note-kind-fields.tsx';
import { SectionText } from './templates/section-text.tsx';
import type { NoteEditing } from './use-note.ts';
import classes from './note.module.css';

/** With the catalog, which is no small part of the app. */
const MeasuresPart = lazy(() =>
  import('./measures/measures-part.tsx').then((file) => ({ default: file.MeasuresPart })),
);

const UseTemplate = lazy(() => import('./templates/use-template.tsx').then((file) => ({ default: file.UseTemplate })));

type Props = {
  editing: NoteEditing;
  readOnlyReason: string | null;
  /** Whose note it is; null where the kind was chosen when the note began. */
  visit: Visit | null;
  /** Where it is no visit’s. */
  CaseId?: CaseId;
  /** What belongs to the case and is reported on here, before the sections. */
  goals?: ReactNode;
  /** Where several notes are written on one screen. */
  idPrefix?: string;
};

/** The kind of the note, its elements and its sections. Leaving a field queues it; typing is kept within half a second anyway. */
export function NoteEditor({ editing, readOnlyReason, visit, CaseId: ofCase, goals, idPrefix = 'note' }: Props) {
  const { note } = editing;
  const { elements } = kindOf(note);
  const of = visit?.CaseId ?? ofCase;
  const texts = useLiveValue(textTemplates, []) ?? [];
  return (
    <div className={classes.sections}>
      {editing.restored && (
        <p className={classes.restored} role="status">
          We restored the text you were typing when Mainstay closed.
        </p>
      )}
      {visit && <NoteKindFields editing={editing} visit={visit} isReadOnly={readOnlyReason !== null} />}
      {of && readOnlyReason === null && (
        <Suspense>
          <UseTemplate editing={editing} CaseId={of} isOfVisit={visit !== null} />
        </Suspense>
      )}
      {elements.length > 0 && (
        <NoteElements
          id={`${idPrefix}-elements`}
          editing={editing}
          elements={elements}
          isReadOnly={readOnlyReason !== null}
        />
      )}
      {reportsOnGoals(note) && goals}
      {sectionsOf(note).map((section) => (
        <SectionText
          key={section.key}
          id={idPrefix}
          section={section}
          editing={editing}
          isReadOnly={readOnlyReason !== null}
          texts={texts.filter(({ SectionKeys }) => SectionKeys.length === 0 || SectionKeys.includes(section.key))}
        />
      ))}
      {visit && (isMeasuredIn(note.NoteType) || measuredRows(note.Cells).size > 0) && (
        <section id={`${idPrefix}-measures`} className={classes.section} aria-labelledby={`${idPrefix}-measures-name`}>
          <h3 className={classes.sectionName} id={`${idPrefix}-measures-name`}>
            Measures
          </h3>
          <Suspense fallback={<LoadingSkeleton label="Loading the measures" rows={3} />}>
            <MeasuresPart
              visit={visit}
              NoteId={NoteId.parse(visit.VisitId)}
              editing={editing}
              isReadOnly={readOnlyReason !== null}
            />
          </Suspense>
        </section>
      )}
    </div>
  );
}
