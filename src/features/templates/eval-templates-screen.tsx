import { disciplineNames } from '#contract/cases/case-words.ts';
import { noteTypeNames } from '#contract/documentation/note-types.ts';
import type { EvalTemplate } from '#contract/templates/eval-template.ts';
import { evalStarters } from '#contract/templates/starters/evals.ts';
import type { EvalStarter } from '#contract/templates/starters/starter.ts';
import type { BookColumn } from '#shared/record-book/book-order.ts';
import { RecordBook, type ScreenProps } from '#shared/record-book/record-book.tsx';
import { TemplatePreview } from '#shared/templates/template-preview.tsx';
import { evalTemplateForm } from './eval-template-form.tsx';
import { CopyPart, LibraryEmpty, LibraryMore } from './library-parts.tsx';
import { copyEval, copyName } from './use-copy.ts';
import { useLibrary } from './use-library.ts';
import classes from './templates.module.css';

const names = evalStarters.map(({ Name }) => Name);
const kindsOf = ({ NoteTypes }: EvalTemplate) =>
  NoteTypes.map((type) => noteTypeNames[type]).join(', ') || 'Every kind';

/** Templates of notes: found, read, changed online, and copied. */
export function EvalTemplatesScreen({ open, onOpen }: ScreenProps) {
  const library = useLibrary();
  const columns: BookColumn<EvalTemplate>[] = [
    {
      key: 'discipline',
      title: 'Discipline',
      text: ({ Discipline }) => (Discipline === null ? 'Every discipline' : disciplineNames[Discipline]),
    },
    { key: 'kinds', title: 'Kinds of notes', text: kindsOf, secondary: true },
    { key: 'owner', title: 'Used by', text: library.ownerWords, secondary: true },
  ];
  async function copy(from: EvalStarter, owner: { OwnerUserId: string | null }): Promise<void> {
    const id = await copyEval(from, owner);
    if (id !== null) onOpen(id);
  }
  const starters = {
    library,
    names,
    onCopy(at: number) {
      const starter = evalStarters[at];
      if (starter) void copy(starter, library.firstOwner);
    },
  };
  return (
    <RecordBook
      open={open}
      onOpen={onOpen}
      form={evalTemplateForm}
      at="/library/eval"
      label="Eval templates"
      searchLabel="Name, discipline or kind of note"
      nameOf={({ Name }) => Name}
      columns={columns}
      mayChange={library.mayChange}
      isShown={library.isShown}
      isHeld={!library.isOnline}
      more={<LibraryMore {...starters} />}
      empty={<LibraryEmpty {...starters} title="No eval templates" />}
      below={({ row, leaveFor }) => (
        <section className={classes.below} aria-label="In a note">
          <TemplatePreview of={row} />
          <CopyPart
            library={library}
            row={row}
            onCopy={() => leaveFor(() => void copy({ ...row, Name: copyName(row.Name) }, library.firstOwner))}
          />
        </section>
      )}
    />
  );
}
