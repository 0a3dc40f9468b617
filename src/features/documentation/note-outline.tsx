import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import type { Asker } from '#contract/documentation/asked-parts.ts';
import type { NoteRow } from '#contract/documentation/note-field.ts';
import { sectionsOf } from '#contract/documentation/shown-parts.ts';
import { sectionText } from '#contract/documentation/visit-note.ts';
import classes from './note.module.css';

type Props = { note: NoteRow; askers: readonly Asker[]; more?: { id: string; name: string }[] };

/** The sections of the note, ticked when they hold text; a click goes there and puts the cursor in. */
export function NoteOutline({ note, askers, more = [] }: Props) {
  function go(id: string) {
    const section = document.getElementById(id);
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector<HTMLElement>('textarea, input, button')?.focus({ preventScroll: true });
  }
  return (
    <nav className={classes.outline} aria-label="Sections of this note">
      {sectionsOf(note, askers).map(({ key, title }) => {
        const isFilled = sectionText(note, key).trim() !== '';
        return (
          <button key={key} type="button" className={classes.outlineItem} onClick={() => go(`note-${key}`)}>
            {title}
            {isFilled && <IconCheck size={14} stroke={2} className={classes.tick} aria-hidden />}
            {isFilled && <span className="visually-hidden"> (has text)</span>}
          </button>
        );
      })}
      {more.map(({ id, name }) => (
        <button key={id} type="button" className={classes.outlineItem} onClick={() => go(id)}>
          {name}
        </button>
      ))}
    </nav>
  );
}
