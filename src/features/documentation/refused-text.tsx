import { Button } from '@mantine/core';
import { noteSections } from '#contract/documentation/visit-note.ts';
import type { VisitId } from '#contract/base/ids.ts';
import { refusedNoteSaves } from '#local/documentation.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import type { NoteEditing } from './use-note.ts';
import classes from './note.module.css';

/** Text the server could not take because somebody else changed the section: kept, shown, never merged by software. */
export function RefusedText({ VisitId, editing }: { VisitId: VisitId; editing: NoteEditing | null }) {
  const refused = useLiveValue(() => refusedNoteSaves(VisitId), [VisitId]) ?? [];
  if (refused.length === 0) return null;
  return (
    <div role="alert" className={classes.refused}>
      {refused.map(({ mid, reason, changes }) => (
        <div key={mid}>
          <p className={classes.missingTitle}>A part of your note was not taken</p>
          <p>{reason ?? 'Somebody changed the same section meanwhile.'} Your text is kept here:</p>
          {noteSections.map((section) => {
            const text = changes[section];
            if (!text) return null;
            return (
              <div key={section}>
                <p className={classes.previousName}>{section}</p>
                <p className={classes.previousText}>{text}</p>
                {editing && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => {
                      const before = editing.texts[section].trimEnd();
                      editing.change(section, before ? `${before}\n\n${text}` : text);
                      announce(`Added to ${section}.`);
                    }}
                  >
                    Add it to {section}
                  </Button>
                )}
              </div>
            );
          })}
          <p>Once it is in the note, discard the refused change under Needs attention at the top.</p>
        </div>
      ))}
    </div>
  );
}
