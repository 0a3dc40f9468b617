import { Button } from '@mantine/core';
import type { VisitId } from '#contract/base/ids.ts';
import { fieldTitle } from '#contract/documentation/field-titles.ts';
import { isProse } from '#contract/documentation/note-field.ts';
import { elementWords } from '#contract/documentation/shown-parts.ts';
import { noteReview } from '#local/reads/documentation.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import classes from './note.module.css';

/** Text the server could not take because somebody else changed the section: kept, shown, never merged by software. */
export function RefusedText({ VisitId, onCompare }: { VisitId: VisitId; onCompare: () => void }) {
  const review = useLiveValue(() => noteReview(VisitId), [VisitId]);
  if (!review) return null;
  const { reason, conflicts } = review;
  return (
    <div role="alert" className={classes.refused}>
      <p className={classes.missingTitle}>Part of your note was not accepted</p>
      <p>{reason ?? 'Someone else changed the same section.'} Your text is kept here:</p>
      {conflicts.map(({ section, mine }) => (
        <div key={section}>
          <p className={classes.previousName}>{fieldTitle(section)}</p>
          <p className={classes.previousText}>{isProse(section) ? mine : elementWords(section, mine)}</p>
        </div>
      ))}
      <Button size="compact-sm" variant="default" mt={8} onClick={onCompare}>
        Compare and decide
      </Button>
    </div>
  );
}
