import { Textarea } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { comparedSections } from '#contract/documentation/clone-warnings.ts';
import { blanksOf, nextBlank, withInserted, type Blank } from '#contract/documentation/blanks.ts';
import { cellKey } from '#contract/documentation/field-keys.ts';
import { sectionText } from '#contract/documentation/visit-note.ts';
import type { TextTemplate } from '#contract/templates/text-template.ts';
import { describedBy } from '#shared/ui/described-by.ts';
import { OpenMenu } from '#shared/ui/action-menu/open-menu.tsx';
import { SavedState } from '#shared/ui/saved-state/saved-state.tsx';
import { toastNegative } from '#shared/ui/toasts/toasts.tsx';
import { useSectionMarks } from '../section-marks.tsx';
import type { Clones } from '../use-clones.ts';
import type { NoteEditing } from '../use-note.ts';
import note from '../note.module.css';
import classes from './templates.module.css';

const mostText = 20_000;

type Props = {
  /** Of its elements. */
  id: string;
  section: { key: string; title: string; prompt: string };
  editing: NoteEditing;
  isReadOnly: boolean;
  /** Why another writes it, or null. */
  why: string | null;
  clones: Clones;
  /** Those that are offered in every section or in this one. */
  texts: readonly TextTemplate[];
};

/**
 * A section in prose: texts of the library go in at the cursor, and Tab goes through the blanks they leave. It says what
 * is the same as before and what is not.
 */
export function SectionText(props: Props) {
  const { id, editing, why, clones, texts } = props;
  const { key, title, prompt } = props.section;
  const isReadOnly = props.isReadOnly || why !== null;
  const text = sectionText(editing.note, key);
  const compared = comparedSections.find((each) => each === key);
  const { chips, preview } = useSectionMarks({
    title,
    text,
    clone: compared && clones.bySection[compared],
    before: clones.before,
    section: key,
    copiedFrom: clones.copied.get(key),
  });
  const area = useRef<HTMLTextAreaElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const toSelect = useRef<{ start: number; end: number } | null>(null);
  const blanks = isReadOnly ? [] : blanksOf(text);
  const mayInsert = !isReadOnly && texts.length > 0;
  useLayoutEffect(() => {
    if (toSelect.current) select(toSelect.current);
    toSelect.current = null;
  }, [text]);

  function select({ start, end }: Pick<Blank, 'start' | 'end'>): void {
    area.current?.focus();
    area.current?.setSelectionRange(start, end);
  }

  function insert({ TextTemplateId, Body }: TextTemplate): void {
    setAnchor(null);
    const { selectionStart: start, selectionEnd: end } = area.current ?? { selectionStart: 0, selectionEnd: 0 };
    const { text: next, at } = withInserted(text, { start, end }, Body);
    if (next.length > mostText) {
      tellTooLong('inserted');
      return;
    }
    const after = at + Body.length;
    const first = nextBlank(next, at);
    toSelect.current = first && first.start < after ? first : { start: after, end: after };
    const cell = cellKey('template', TextTemplateId, 'Inserted');
    const before = (editing.note.Cells[cell] ?? []) as string[];
    editing.change(key, next);
    if (!before.includes(key)) editing.change(cell, [...before, key]);
  }

  const toFillIn = blanks.length > 0 ? `${id}-blanks` : undefined;
  function keyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (isReadOnly) return;
    if (mayInsert && event.key === '.' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      setAnchor(event.currentTarget);
      return;
    }
    if (event.key !== 'Tab' || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = nextBlank(text, event.currentTarget.selectionEnd);
    if (!next) return;
    event.preventDefault();
    select(next);
  }

  return (
    <section id={id} className={note.section} aria-labelledby={`${id}-name`}>
      <div className={note.sectionHead}>
        <h3 className={note.sectionName} id={`${id}-name`}>
          {title}
        </h3>
        <span className={classes.headEnd}>
          {chips}
          <span id={`${id}-state`}>
            <SavedState {...editing.state(key)} />
          </span>
          {mayInsert && <InsertButton title={title} isOpen={anchor !== null} onOpen={setAnchor} />}
        </span>
      </div>
      <Textarea
        ref={area}
        aria-label={title}
        description={why}
        {...describedBy({ id: `${id}-text`, description: why }, `${id}-state`, toFillIn)}
        {...(mayInsert && { 'aria-keyshortcuts': 'Control+.' })}
        autosize
        minRows={3}
        maxLength={mostText}
        placeholder={prompt}
        value={text}
        readOnly={isReadOnly}
        onChange={(event) => editing.change(key, event.currentTarget.value)}
        onKeyDown={keyDown}
        onPaste={(event) => refuseTooLong(event, text)}
        onBlur={() => void editing.flush().catch(() => undefined)}
      />
      {blanks.length > 0 && <Blanks id={`${id}-blanks`} blanks={blanks} onChoose={select} />}
      {preview}
      {anchor && (
        <TextsMenu
          title={title}
          anchor={anchor}
          texts={texts}
          onChoose={insert}
          onClose={(isFocusKept) => {
            setAnchor(null);
            if (!isFocusKept) area.current?.focus();
          }}
        />
      )}
    </section>
  );
}

type InsertProps = { title: string; isOpen: boolean; onOpen: (at: HTMLElement) => void };

function InsertButton({ title, isOpen, onOpen }: InsertProps) {
  return (
    <button
      type="button"
      className={classes.small}
      // Tab leads from section to section; in a section its keys are Ctrl and the period.
      tabIndex={-1}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      aria-label={`Insert text in ${title}`}
      title="Ctrl+."
      onClick={(event) => onOpen(event.currentTarget)}
    >
      Insert text
    </button>
  );
}

/** The browser would cut what does not fit, and say nothing. */
function refuseTooLong(event: ClipboardEvent<HTMLTextAreaElement>, text: string): void {
  const { selectionStart: start, selectionEnd: end, readOnly } = event.currentTarget;
  const pasted = event.clipboardData.getData('text/plain');
  if (readOnly || text.length - (end - start) + pasted.length <= mostText) return;
  event.preventDefault();
  tellTooLong('pasted');
}

function tellTooLong(what: 'inserted' | 'pasted'): void {
  toastNegative(`A section has at most ${mostText.toLocaleString('en-US')} characters. Nothing was ${what}.`);
}

type BlanksProps = { id: string; blanks: readonly Blank[]; onChoose: (blank: Blank) => void };

/** What is still to be filled in; each goes there. */
function Blanks({ id, blanks, onChoose }: BlanksProps) {
  return (
    <div className={classes.blanks}>
      <span id={id}>To fill in (Tab goes to the next):</span>
      {blanks.map((blank) => (
        <button key={blank.start} type="button" className={classes.blank} onClick={() => onChoose(blank)}>
          {blank.name || blank.text}
        </button>
      ))}
    </div>
  );
}

type TextsMenuProps = {
  title: string;
  anchor: HTMLElement;
  texts: readonly TextTemplate[];
  onChoose: (text: TextTemplate) => void;
  /** With whether the focus went somewhere else by itself. */
  onClose: (isFocusKept: boolean) => void;
};

function TextsMenu({ title, anchor, texts, onChoose, onClose }: TextsMenuProps) {
  return (
    <OpenMenu
      label={`Texts for ${title}`}
      anchor={anchor}
      side="below"
      entries={texts.map((one) => ({
        kind: 'item',
        key: one.TextTemplateId,
        label: one.Title,
        onChoose: () => onChoose(one),
      }))}
      onClose={() => onClose(false)}
      onLeave={() => onClose(true)}
    />
  );
}
