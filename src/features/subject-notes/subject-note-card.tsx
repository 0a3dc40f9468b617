import { Button } from '@mantine/core';
import IconPin from '@tabler/icons-react/dist/esm/icons/IconPin.mjs';
import { showDate, wallTimeIn } from '#contract/base/dates.ts';
import type { SubjectNote } from '#contract/subject-notes/subject-note.ts';
import type { SubjectNoteLine } from '#local/reads/subject-notes.ts';
import { useWebsite } from '#shared/session.ts';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import classes from './subject-notes.module.css';

type Props = { line: SubjectNoteLine; onEdit: (note: SubjectNote) => void; isExpired?: boolean };

/** One note: about whom, by whom and when, until when, and its text. */
export function SubjectNoteCard({ line: { note, case: of }, onEdit, isExpired = false }: Props) {
  const { TimeZone } = useWebsite();
  const { Text, WrittenBy, WrittenAt, IsPinned, IsAlert, ExpiresOn, SubjectType } = note;
  const written = WrittenAt && showDate(wallTimeIn(TimeZone, new Date(WrittenAt)));
  const about = SubjectType === 'patient' ? 'Patient' : (of?.Title ?? 'Case not on this device');
  const firstLine = Text.trim().split('\n')[0] ?? '';
  return (
    <li className={classes.note}>
      <div className={classes.head}>
        <span className={classes.about}>{about}</span>
        {IsPinned && (
          <MeaningBadge meaning="progress" icon={IconPin}>
            Pinned
          </MeaningBadge>
        )}
        {IsAlert && <MeaningBadge meaning={isExpired ? 'past' : 'needs'}>Alert</MeaningBadge>}
        <Button
          variant="default"
          size="compact-sm"
          className={classes.edit ?? ''}
          aria-label={`Edit note: ${firstLine.slice(0, 60)}`}
          onClick={() => onEdit(note)}
        >
          Edit
        </Button>
      </div>
      <p className={classes.text}>{Text}</p>
      <p className={classes.quiet}>
        {[
          written ? [WrittenBy, written].filter(Boolean).join(', ') : 'Waiting to be sent',
          ExpiresOn && `${isExpired ? 'Expired after' : 'Expires after'} ${showDate(ExpiresOn)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </li>
  );
}
