import { Button, Switch } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { missingSpanish, signsInSpanish } from '#contract/intake-forms/form-problems.ts';
import { mostPages, type OwnForm } from '#contract/intake-forms/own-form.ts';
import { showMoment } from '#shared/format/clock.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import part from '#shared/ui/part/part.module.css';
import { AskedOfFields } from './asked-of-fields.tsx';
import { builtInName } from './built-in-name.ts';
import { newPage } from './edits.ts';
import { FormButtons } from './form-buttons.tsx';
import { PageFields, Problems } from './page-fields.tsx';
import { PreviewPart } from './preview-part.tsx';
import { useFormChoices } from './use-form-choices.ts';
import { useFormEditor } from './use-form-editor.ts';
import { WordsFields } from './words-fields.tsx';
import classes from './intake-forms.module.css';

type Props = {
  form: OwnForm;
  onSaved: (form: OwnForm) => void;
  onRemoved: () => void;
  onCopy: () => void;
};

/** Writes a form of the clinic: its draft on one side, and what patients will see of it on the other. */
export function FormEditor({ form, onSaved, onRemoved, onCopy }: Props) {
  const editor = useFormEditor(form, onSaved, onRemoved);
  const { values, change, problems, isDirty, isBusy } = editor;
  const choices = useFormChoices();
  const [asked, setAsked] = useState<Asked>(null);
  const { open, setOpen, body } = useOpenQuestion();
  const general = problems.filter(({ page }) => page === null);
  const mayPublish = isDirty || form.isChanged;

  return (
    <div className={classes.editor}>
      <div ref={body} className={classes.draft}>
        <h2 className={part.heading}>{values.title[0].trim() || 'Form without a title'}</h2>
        <StateLine form={form} isDirty={isDirty} />
        {editor.refusal}
        {editor.refused !== null && (
          <p className={classes.refused} role="alert">
            {editor.refused}
          </p>
        )}
        {problems.length > 0 && (
          <div role="alert">
            <p className={classes.refused}>
              {problems.length === 1 ? 'One thing is missing' : `${problems.length} things are missing`} before this
              form can be published.
            </p>
            <Problems of={general} />
          </div>
        )}
        <WordsFields label="Title" value={values.title} most={80} onChange={(title) => change({ title })} />
        <Switch
          label="Ask patients"
          description="Works right away for forms sent from now on. Off, the form is kept and no one is asked."
          checked={values.isOn}
          onChange={(event) => change({ isOn: event.currentTarget.checked })}
        />
        {values.replaces !== null && (
          <p className={classes.hint}>
            It takes the place of “{builtInName(values.replaces)}”.{' '}
            <Button variant="subtle" size="compact-xs" onClick={() => change({ replaces: null })}>
              Ask both
            </Button>
          </p>
        )}
        <AskedOfFields value={values.askedOf} choices={choices} onChange={(askedOf) => change({ askedOf })} />
        {values.pages.map((page, at) => (
          <PageFields
            key={page.key}
            pages={values.pages}
            {...{ at, problems, open }}
            onOpen={setOpen}
            onChange={(pages) => change({ pages })}
          />
        ))}
        {values.pages.length < mostPages && (
          <Button
            variant="default"
            className={classes.add ?? ''}
            onClick={() => change({ pages: [...values.pages, newPage()] })}
          >
            Add a page
          </Button>
        )}
        <FormButtons
          {...{ isDirty, mayPublish, isBusy, onCopy }}
          isPublishing={isBusy && asked === null}
          onPublish={() => editor.check() && setAsked('publish')}
          onSave={() => void editor.save()}
          onUndo={editor.undo}
          onRemove={() => setAsked('remove')}
        />
      </div>
      <PreviewPart draft={{ ...values, OwnFormId: form.OwnFormId }} />
      <Questions {...{ editor, asked, setAsked }} version={form.version} />
    </div>
  );
}

type Asked = 'publish' | 'remove' | null;
type QuestionsProps = {
  editor: ReturnType<typeof useFormEditor>;
  version: number;
  asked: Asked;
  setAsked: (asked: Asked) => void;
};

/** What is asked before a form is published or removed. */
function Questions({ editor, version, asked, setAsked }: QuestionsProps) {
  return (
    <>
      <ConfirmDialog
        opened={asked === 'publish'}
        title={`Publish version ${version + 1}?`}
        confirmLabel="Publish"
        busy={editor.isBusy}
        onConfirm={() => void editor.publish().then(() => setAsked(null))}
        onCancel={() => setAsked(null)}
      >
        <PublishWords values={editor.values} version={version} />
      </ConfirmDialog>
      <ConfirmDialog
        opened={editor.spanish !== null && asked === null}
        title="Is the Spanish still right?"
        confirmLabel="Publish as it is"
        busy={editor.isBusy}
        onConfirm={() => void editor.publish(true)}
        onCancel={editor.dropSpanish}
      >
        {editor.spanish} Go back to change the Spanish, or publish it if it still says the same.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'remove'}
        title="Remove this form?"
        confirmLabel="Remove"
        danger
        busy={editor.isBusy}
        onConfirm={() => void editor.remove().then(() => setAsked(null))}
        onCancel={() => setAsked(null)}
      >
        Patients who have begun it keep it, and signed forms stay in charts. No one else is asked.
      </ConfirmDialog>
    </>
  );
}

/** One question is open at a time; its first field takes the focus. */
function useOpenQuestion() {
  const [open, setOpen] = useState<string | null>(null);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open === null) return;
    const opener = body.current?.querySelector(`[data-question="${CSS.escape(open)}"]`);
    opener?.closest('li')?.querySelector<HTMLElement>('[data-first]')?.focus();
  }, [open]);
  return { open, setOpen, body };
}

function StateLine({ form, isDirty }: { form: OwnForm; isDirty: boolean }) {
  const { version, publishedAt, isChanged } = form;
  return (
    <p className={classes.state}>
      {version === 0 ? (
        <MeaningBadge meaning="needs">Not published</MeaningBadge>
      ) : (
        <MeaningBadge meaning="done">Version {version}</MeaningBadge>
      )}
      {publishedAt !== null && <span>Published {showMoment(new Date(publishedAt))}.</span>}
      {version > 0 && (isChanged || isDirty) && <span>The draft has changes that patients don’t see yet.</span>}
    </p>
  );
}

function PublishWords({ values, version }: { values: Parameters<typeof missingSpanish>[0]; version: number }) {
  const missing = missingSpanish(values);
  return (
    <>
      <p>
        Forms that are sent from now on have this version.
        {version > 0 && ' Patients who have begun keep the version before.'}
      </p>
      {missing > 0 && (
        <p>
          {missing === 1 ? 'One text has' : `${missing} texts have`} no Spanish. Patients who choose Spanish read
          English there.
        </p>
      )}
      {signsInSpanish(values) && <p>A qualified translator must check Spanish texts that patients sign.</p>}
    </>
  );
}
