import { lazy, Suspense, type ReactNode } from 'react';
import { NoteId } from '#contract/base/ids.ts';
import type { ServiceEntry } from '#contract/charges/service.ts';
import type { Asker } from '#contract/documentation/asked-parts.ts';
import { reportsOnGoals } from '#contract/documentation/goals-to-sign.ts';
import { askedElements, nothingAsked, type PayerAsks } from '#contract/documentation/payer-asks.ts';
import { kindOf } from '#contract/documentation/note-kinds.ts';
import { isMeasuredIn } from '#contract/documentation/note-types.ts';
import { sectionsOf } from '#contract/documentation/shown-parts.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { measuredRows } from '#contract/measures/responses.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { useWebsite } from '#shared/session.ts';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { textTemplates } from '#local/reads/templates.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { NoteElements } from './note-elements.tsx';
import { NoteKindFields } from './note-kind-fields.tsx';
import { SectionText } from './templates/section-text.tsx';
import { TreatmentMinutes } from './treatment-minutes.tsx';
import { useClones } from './use-clones.ts';
import { useJudgment } from './use-judgment.ts';
import type { NoteEditing } from './use-note.ts';
import classes from './note.module.css';

/** With the catalog, which is no small part of the app. */
const MeasuresPart = lazy(() =>
  import('./measures/measures-part.tsx').then((file) => ({ default: file.MeasuresPart })),
);

const BodyPart = lazy(() => import('./body/body-part.tsx').then((file) => ({ default: file.BodyPart })));
const SpinePart = lazy(() => import('./spine/spine-part.tsx').then((file) => ({ default: file.SpinePart })));
const UseTemplate = lazy(() => import('./templates/use-template.tsx').then((file) => ({ default: file.UseTemplate })));

type Props = {
  /** Which note it is, and of which day. */
  of: Pick<VisitNote, 'CaseId' | 'NoteId' | 'NoteDate'>;
  editing: NoteEditing;
  readOnlyReason: string | null;
  /** Whose note it is; null where the kind was chosen when the note began. */
  visit: Visit | null;
  /** What belongs to the case and is reported on here, before the sections. */
  goals?: ReactNode;
  /** What who is billed asks of a visit's note, and its services. */
  asks?: PayerAsks;
  services?: readonly ServiceEntry[];
  /** Scores of outcome measures, below the measures. */
  outcomes?: ReactNode;
  /** Who asks more of it than its kind does. */
  askers?: readonly Asker[];
  /** Whether findings of the spine are written here: they are for chiropractors (spec 6). */
  hasSpine?: boolean;
  /** Where several notes are written on one screen. */
  idPrefix?: string;
};

/** The kind of the note, its elements and its sections. Leaving a field queues it; typing is kept within half a second anyway. */
export function NoteEditor(props: Props) {
  const { of, editing, readOnlyReason, visit, goals, outcomes, askers = [], hasSpine = false } = props;
  const { asks = nothingAsked, services = [], idPrefix = 'note' } = props;
  const { hide_pain_point } = useWebsite();
  const { note } = editing;
  const { elements: all } = kindOf(note, askers);
  const asked = new Set(askedElements(note, services, asks).map(({ key }) => key));
  const elements = all.map((one) => ({ ...one, isRequired: one.isRequired || asked.has(one.key) }));
  const { field: theirs } = useJudgment(note);
  const clones = useClones(of, note);
  const texts = useLiveValue(textTemplates, []) ?? [];
  return (
    <div className={classes.sections}>
      {editing.restored && (
        <p className={classes.restored} role="status">
          We restored the text you were typing when Mainstay closed.
        </p>
      )}
      {visit && <NoteKindFields editing={editing} visit={visit} isReadOnly={readOnlyReason !== null} />}
      {readOnlyReason === null && (
        <Suspense>
          <UseTemplate editing={editing} CaseId={of.CaseId} isOfVisit={visit !== null} />
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
      {visit && isMeasuredIn(note.NoteType) && (asks.treatmentMinutes || note.TreatmentMinutes !== null) && (
        <TreatmentMinutes editing={editing} services={services} isReadOnly={readOnlyReason !== null} />
      )}
      {reportsOnGoals(note) && goals}
      {sectionsOf(note, askers).map((section) => (
        <SectionText
          key={section.key}
          id={`${idPrefix}-${section.key}`}
          section={section}
          editing={editing}
          isReadOnly={readOnlyReason !== null}
          why={theirs(section.key)}
          clones={clones}
          texts={texts.filter(({ SectionKeys }) => SectionKeys.length === 0 || SectionKeys.includes(section.key))}
        />
      ))}
      {visit && isMeasuredIn(note.NoteType) && !hide_pain_point && (
        <Suspense fallback={<LoadingSkeleton label="Loading the body chart" rows={4} />}>
          <BodyPart id={`${idPrefix}-body`} editing={editing} VisitId={visit.VisitId} />
        </Suspense>
      )}
      {hasSpine && (
        <Suspense fallback={<LoadingSkeleton label="Loading the spine" rows={6} />}>
          <SpinePart id={`${idPrefix}-spine`} editing={editing} askers={askers} isReadOnly={readOnlyReason !== null} />
        </Suspense>
      )}
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
      {visit && outcomes}
    </div>
  );
}
