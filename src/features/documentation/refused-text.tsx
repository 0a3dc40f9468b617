import { Button } from '@mantine/core';
import type { NoteId } from '#contract/base/ids.ts';
import { valueOfText } from '#contract/documentation/note-field.ts';
import { noteReview } from '#local/reads/documentation.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useFieldNames } from './use-field-names.ts';
import classes from './note.module.css';

/** Text the server could not take because the section was changed first: kept, shown, never merged by software. */
export function RefusedText({ NoteId, onCompare }: { NoteId: NoteId; onCompare: () => void }) {
  const review = useLiveValue(() => noteReview(NoteId), [NoteId]);
  const names = useFieldNames(review?.conflicts.map(({ section }) => section) ?? []);
  if (!review) return null;
  const { reason, conflicts } = review;
  return (
    <div role="alert" className={classes.refused}>
      <p className={classes.missingTitle}>Part of your note was not accepted</p>
      <p>{reason ?? 'The same section was changed first.'} Your text is kept here:</p>
      {conflicts.map(({ section, mine }) => (
        <div key={section}>
          <p className={classes.previousName}>{names.title(section)}</p>
          <p className={classes.previousText}>{names.words(section, valueOfText(section, mine))}</p>
        </div>
      ))}
      <Button size="compact-sm" variant="default" mt={8} onClick={onCompare}>
        Compare and decide
      </Button>
    </div>
  );
}
