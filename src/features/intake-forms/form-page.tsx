import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { builtInForms } from '#contract/intake/built-in/forms.ts';
import type { FormInBoth } from '#contract/intake/built-in/in-both.ts';
import { OwnFormId, type NewForm, type OwnForm } from '#contract/intake-forms/own-form.ts';
import { copyOfBuiltIn, copyOfOwn } from '#contract/intake-forms/published-form.ts';
import { call } from '#shared/api.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { Link } from '#shared/routing/link.tsx';
import { useOnline } from '#shared/sync-state.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import part from '#shared/ui/part/part.module.css';
import { nameOfBuiltIn } from './built-in-name.ts';
import { FormEditor } from './form-editor.tsx';
import { addForm } from './forms-screen.tsx';
import { PreviewPart } from './preview-part.tsx';
import classes from './intake-forms.module.css';

type Props = {
  /** Of a form of the clinic, or of one that is built in. */
  id: string;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** /company/forms/:formId. */
export function FormPage({ id, onOpen, onClose }: Props) {
  const builtIn = builtInForms.find(({ IntakeFormId }) => IntakeFormId === id);
  const own = OwnFormId.safeParse(id);
  const copy = async (draft: NewForm) => {
    const made = await addForm(draft);
    if (made !== null) onOpen(made);
  };
  return (
    <div className={classes.screen}>
      <Anchor component={Link} to="/company/forms">
        All forms
      </Anchor>
      {builtIn && <BuiltIn form={builtIn} onOpen={onOpen} onCopy={() => copy(copyOfBuiltIn(builtIn))} />}
      {own.success && <Own id={own.data} onCopy={(form) => void copy(copyOfOwn(form))} onRemoved={onClose} />}
      {!builtIn && !own.success && <EmptyState title="Form not found">The list has every form.</EmptyState>}
    </div>
  );
}

type BuiltInProps = { form: FormInBoth; onOpen: (id: string) => void; onCopy: () => Promise<void> };

/** It comes with Mainstay and is not changed; a copy of it is, of which there is one. */
function BuiltIn({ form, onOpen, onCopy }: BuiltInProps) {
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);
  const fetched = useFetched(() => call('intakeForms.list', {}));
  const { title, askedOf, pages } = copyOfBuiltIn(form);
  return (
    <>
      <h2 className={part.heading}>{nameOfBuiltIn(form)}</h2>
      <p className={part.help}>
        This form comes with Mainstay. A copy takes its place once it is published, with your words and questions.
      </p>
      <FetchedPart of={fetched} what="forms" rows={1}>
        {({ forms }) => {
          const copy = forms.find(({ replaces }) => replaces === form.IntakeFormId);
          return (
            <div className={classes.buttons}>
              {copy ? (
                <Button onClick={() => onOpen(copy.OwnFormId)}>Open your copy</Button>
              ) : (
                <Button
                  disabled={!isOnline}
                  loading={isBusy}
                  onClick={() => {
                    setBusy(true);
                    void onCopy().finally(() => setBusy(false));
                  }}
                >
                  Copy and change
                </Button>
              )}
            </div>
          );
        }}
      </FetchedPart>
      <PreviewPart draft={{ title, askedOf, pages, OwnFormId: previewId }} />
    </>
  );
}

/** Of no form that is kept. */
const previewId = OwnFormId.parse('00000000-0000-4000-8000-000000000000');

type OwnProps = { id: OwnFormId; onCopy: (form: OwnForm) => void; onRemoved: () => void };

function Own({ id, onCopy, onRemoved }: OwnProps) {
  const fetched = useFetched<OwnForm>(() => call('intakeForms.get', { id }));
  return (
    <FetchedPart of={fetched} what="form" rows={10}>
      {(form) => <FormEditor form={form} onSaved={fetched.put} onRemoved={onRemoved} onCopy={() => onCopy(form)} />}
    </FetchedPart>
  );
}
