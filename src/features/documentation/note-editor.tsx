import { Textarea } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import { NoteId } from '#contract/base/ids.ts';
import type { ServiceEntry } from '#contract/charges/service.ts';
import { reportsOnGoals } from '#contract/documentation/goals-to-sign.ts';
import { askedElements, nothingAsked, type PayerAsks } from '#contract/documentation/payer-asks.ts';
import { kindOf } from '#contract/documentation/note-kinds.ts';
import { isMeasuredIn } from '#contract/documentation/note-types.ts';
import { sectionsOf } from '#contract/documentation/shown-parts.ts';
import { sectionText } from '#contract/documentation/visit-note.ts';
import { measuredRows } from '#contract/measures/responses.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { SavedState } from '#shared/ui/saved-state/saved-state.tsx';
import { NoteElements } from './note-elements.tsx';
import { NoteKindFields } from './note-kind-fields.tsx';
import { TreatmentMinutes } from './treatment-minutes.tsx';
import { useJudgment } from './use-judgment.ts';
import type { NoteEditing } from './use-note.ts';
import classes from './note.module.css';

/** With the catalog, which is no small part of the app. */
const MeasuresPart = lazy(() =>
  import('./measures/measures-part.tsx').then((file) => ({ default: file.MeasuresPart })),
);

type Props = {
  editing: NoteEditing;
  readOnlyReason: string | null;
  /** Whose note it is; null where the kind was chosen when the note began. */
  visit: Visit | null;
  /** What belongs to the case and is reported on here, before the sections. */
  goals?: ReactNode;
  /** What who is billed asks of a visit's note, and its services. */
  asks?: PayerAsks;
  services?: readonly ServiceEntry[];
  /** Where several notes are written on one screen. */
  idPrefix?: string;
};

/** The kind of the note, its elements and its sections. Leaving a field queues it; typing is kept within half a second anyway. */
export function NoteEditor({ editing, readOnlyReason, visit, goals, idPrefix = 'note', ...billed }: Props) {
  const { asks = nothingAsked, services = [] } = billed;
  const { note } = editing;
  const { elements: all } = kindOf(note);
  const asked = new Set(askedElements(note, services, asks).map(({ key }) => key));
  const elements = all.map((one) => ({ ...one, isRequired: one.isRequired || asked.has(one.key) }));
  const { field: theirs } = useJudgment(note);
  return (
    <div className={classes.sections}>
      {editing.restored && (
        <p className={classes.restored} role="status">
          We restored the text you were typing when Mainstay closed.
        </p>
      )}
      {visit && <NoteKindFields editing={editing} visit={visit} isReadOnly={readOnlyReason !== null} />}
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
      {sectionsOf(note).map(({ key, title, prompt }) => (
        <section
          key={key}
          id={`${idPrefix}-${key}`}
          className={classes.section}
          aria-labelledby={`${idPrefix}-${key}-name`}
        >
          <div className={classes.sectionHead}>
            <h3 className={classes.sectionName} id={`${idPrefix}-${key}-name`}>
              {title}
            </h3>
            <span id={`${idPrefix}-${key}-state`}>
              <SavedState {...editing.state(key)} />
            </span>
          </div>
          <Textarea
            aria-labelledby={`${idPrefix}-${key}-name`}
            aria-describedby={`${idPrefix}-${key}-state`}
            description={theirs(key)}
            autosize
            minRows={3}
            maxLength={20_000}
            placeholder={prompt}
            value={sectionText(note, key)}
            readOnly={readOnlyReason !== null || theirs(key) !== null}
            onChange={(event) => editing.change(key, event.currentTarget.value)}
            onBlur={() => void editing.flush().catch(() => undefined)}
          />
        </section>
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
