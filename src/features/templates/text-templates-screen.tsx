import { fieldTitle } from '#contract/documentation/field-titles.ts';
import type { TextStarter } from '#contract/templates/starters/starter.ts';
import { textStarters } from '#contract/templates/starters/texts.ts';
import type { TextTemplate } from '#contract/templates/text-template.ts';
import type { BookColumn } from '#shared/record-book/book-order.ts';
import { RecordBook, type ScreenProps } from '#shared/record-book/record-book.tsx';
import { TextPreview } from '#shared/templates/template-preview.tsx';
import { CopyPart, LibraryEmpty, LibraryMore } from './library-parts.tsx';
import { textTemplateForm } from './text-template-form.tsx';
import { copyName, copyText } from './use-copy.ts';
import { useLibrary } from './use-library.ts';
import classes from './templates.module.css';

const names = textStarters.map(({ Title }) => Title);
const sectionsOf = ({ SectionKeys }: TextTemplate) => SectionKeys.map(fieldTitle).join(', ') || 'Every section';

/** Texts to put into notes: found by any of their words, read, changed online, and copied. */
export function TextTemplatesScreen({ open, onOpen }: ScreenProps) {
  const library = useLibrary();
  const columns: BookColumn<TextTemplate>[] = [
    {
      key: 'text',
      title: 'Text',
      text: ({ Body }) => Body,
      cell: ({ Body }) => <span className={classes.body}>{Body}</span>,
      secondary: true,
    },
    { key: 'sections', title: 'Sections', text: sectionsOf },
    { key: 'owner', title: 'Used by', text: library.ownerWords, secondary: true },
  ];
  async function copy(from: TextStarter, owner: { OwnerUserId: string | null }): Promise<void> {
    const id = await copyText(from, owner);
    if (id !== null) onOpen(id);
  }
  const starters = {
    library,
    names,
    onCopy(at: number) {
      const starter = textStarters[at];
      if (starter) void copy(starter, library.firstOwner);
    },
  };
  return (
    <RecordBook
      open={open}
      onOpen={onOpen}
      form={textTemplateForm}
      at="/library/text"
      label="Text templates"
      searchLabel="Title, words or section"
      nameOf={({ Title }) => Title}
      columns={columns}
      mayChange={library.mayChange}
      isShown={library.isShown}
      isHeld={!library.isOnline}
      more={<LibraryMore {...starters} />}
      empty={<LibraryEmpty {...starters} title="No text templates" />}
      below={({ row, leaveFor }) => (
        <section className={classes.below} aria-label="In a note">
          <TextPreview>{row.Body}</TextPreview>
          <CopyPart
            library={library}
            row={row}
            onCopy={() => leaveFor(() => void copy({ ...row, Title: copyName(row.Title) }, library.firstOwner))}
          />
        </section>
      )}
    />
  );
}
