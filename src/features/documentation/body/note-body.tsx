import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { markWords } from '#contract/measures/body/mark-place.ts';
import { marksOf } from '#contract/measures/body/marks.ts';
import noteClasses from '../note.module.css';
import { BodyPicture } from './body-picture.tsx';
import classes from './body.module.css';

/** The body chart of a note as it stands in the record; nothing where nothing is marked. */
export function NoteBody({ note }: { note: VisitNote }) {
  const marks = marksOf(note.Cells);
  if (marks.length === 0) return null;
  return (
    <section>
      <h3 className={noteClasses.sectionName}>Body chart</h3>
      <div className={classes.chart}>
        <BodyPicture marks={marks} />
        <ol className={classes.marks}>
          {marks.map(({ id, mark }, at) => (
            <li key={id}>
              {at + 1}. {markWords(mark)}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
