import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { noteSections } from '#contract/documentation/visit-note.ts';
import type { NoteTexts } from './note-autosave.ts';
import classes from './note.module.css';

/** The sections of the note, ticked when they hold text; a click goes there and puts the cursor in. */
export function NoteOutline({ texts, more = [] }: { texts: NoteTexts; more?: { id: string; name: string }[] }) {
  function go(id: string) {
    const section = document.getElementById(id);
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector<HTMLElement>('textarea, input, button')?.focus({ preventScroll: true });
  }
  return (
    <nav className={classes.outline} aria-label="Sections of this note">
      {noteSections.map((section) => {
        const isFilled = texts[section].trim() !== '';
        return (
          <button key={section} type="button" className={classes.outlineItem} onClick={() => go(`note-${section}`)}>
            {section}
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
