import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { outcomesTable } from '#contract/outcomes/outcomes-table.ts';
import { loadOutcomeMeasures, outcomesOfCase } from '#local/reads/outcomes.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import classes from './note.module.css';

/** What was scored in a note, and in a discharge note the last scores of its case, as on paper. */
export function NoteOutcomes({ note }: { note: VisitNote }) {
  const table = useLiveValue(() => readTable(note), [note.NoteId, note.CaseId, note.NoteType]);
  if (!table) return null;
  return (
    <section aria-label={table.title}>
      <h3 className={classes.sectionName}>{table.title}</h3>
      <dl className={classes.facts}>
        {table.rows.map(([name, score, date]) => (
          <div key={`${name} ${date}`}>
            <dt>{name}</dt>
            <dd>
              {score}, {date}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

async function readTable(note: VisitNote) {
  const responses = await outcomesOfCase(note.CaseId);
  return responses.length === 0 ? null : outcomesTable(note, responses, await loadOutcomeMeasures());
}
