import { Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { schemaResolver, useForm } from '@mantine/form';
import { referringName, type ReferringProvider } from '#contract/address-book/referring-provider.ts';
import { AppError } from '#contract/base/errors.ts';
import { ScriptId, type PatientId } from '#contract/base/ids.ts';
import type { Case } from '#contract/cases/case.ts';
import type { Script } from '#contract/cases/script.ts';
import { activeReferring, readCase } from '#local/cases.ts';
import { newId } from '#local/new-id.ts';
import { queueWrite } from '#local/outbox.ts';
import { resendCalls } from '#local/refused-calls.ts';
import { typedKey } from '#local/typed.ts';
import { checkOnLeaving } from '#shared/after-press.ts';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { changedFields } from '#shared/form-changes.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { ofForm, sentenceOf } from './form-parts.ts';
import { doneWords, KeptDrawer, type About, type FormProps } from './kept-drawer.tsx';
import { RemoveButton } from './remove-button.tsx';
import { scriptFields, scriptForm, ScriptForm, type ScriptFormValues } from './script-form.ts';
import { useFormDraft } from './use-form-draft.ts';

type Props = {
  PatientId: PatientId;
  about: About<Script> | null;
  onReopen: (about: About<Script>) => void;
  onClose: () => void;
};

/** What a referring provider ordered for a case; saved on this device at once. */
export function ScriptDrawer({ PatientId, about, onReopen, onClose }: Props) {
  const CaseId = about?.CaseId ?? null;
  const known = useLiveValue(
    async () => ({ referring: await activeReferring(), case: CaseId && (await readCase(CaseId)) }),
    [CaseId],
  );
  const removed = about?.of;
  return (
    <KeptDrawer
      draftKey={typedKey.script(PatientId)}
      formId="script-form"
      title={about?.of ? 'Edit script' : 'New script'}
      saveLabel={about?.of ? 'Save' : 'Add script'}
      about={about}
      onReopen={onReopen}
      onClose={onClose}
      {...(removed && {
        action: (onDone: () => void) => (
          <RemoveButton
            what="script"
            onRemove={() => queueWrite('cases.removeScript', { id: removed.ScriptId }, removed)}
            onDone={onDone}
          />
        ),
      })}
    >
      {(form) =>
        known?.case ? (
          <ScriptEditor {...form} referring={known.referring} ofCase={known.case} />
        ) : (
          <LoadingSkeleton label="Loading the case" rows={5} />
        )
      }
    </KeptDrawer>
  );
}

export function ScriptEditor(props: FormProps<Script> & { referring: ReferringProvider[]; ofCase: Case }) {
  const { about, referring, ofCase, refused, kept, onDone } = props;
  const form = useForm<ScriptFormValues>({
    initialValues: scriptForm(about.of ?? refused?.typed ?? null, ofCase.ReferringProviderContactId),
    validate: schemaResolver(ScriptForm, { sync: true }),
    enhanceGetInputProps: checkOnLeaving,
  });
  useFormDraft(form, props, ({ of, CaseId }) => of?.ScriptId ?? CaseId);

  async function write(values: ScriptFormValues, draft: string | undefined): Promise<void> {
    const fields = scriptFields(values);
    if (about.of) {
      const { changes, base } = changedFields(about.of, fields);
      const id = about.of.ScriptId;
      if (Object.keys(changes).length > 0) await queueWrite('cases.updateScript', { id, changes }, base, draft);
    } else if (refused) {
      const { ScriptId: id, CaseId } = refused.typed;
      await resendCalls([{ mid: refused.mid, input: { ...fields, ScriptId: id, CaseId } }], draft);
    } else {
      const id = ScriptId.parse(newId());
      await queueWrite('cases.createScript', { ...fields, ScriptId: id, CaseId: ofCase.CaseId }, {}, draft);
    }
  }

  async function save(values: ScriptFormValues): Promise<void> {
    try {
      if (!(await kept.submit((draft) => write(values, draft)))) return;
    } catch (error) {
      if (error instanceof AppError && error.fields) form.setErrors(ofForm(error.fields));
      toastFailure(error, 'The script could not be saved on this device.');
      return;
    }
    toastDone(doneWords(props, 'Script added.'));
    onDone();
  }

  return (
    <form id="script-form" noValidate onSubmit={form.onSubmit((values) => void save(values), focusFirstError)}>
      <Stack gap="sm">
        <Select
          label="Ordered by"
          placeholder="Not told"
          data={referring.map((one) => ({ value: String(one.ReferringProviderId), label: referringName(one) }))}
          searchable
          clearable
          limit={50}
          clearButtonProps={{ 'aria-label': 'Not told who ordered it' }}
          nothingFoundMessage="Nobody by that name in the address book"
          {...form.getInputProps('ReferringProviderId')}
        />
        <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
          {(['Start', 'End'] as const).map((field) => (
            <DateField
              key={field}
              label={field === 'Start' ? 'From' : 'Until'}
              w="100%"
              value={form.values[field]}
              onChange={(date) => form.setFieldValue(field, date)}
              onRefused={(refused) => form.setFieldValue(field, refused)}
              error={sentenceOf(form.errors, field)}
            />
          ))}
          <TextInput label="Visits ordered" inputMode="numeric" maxLength={3} {...form.getInputProps('Visits')} />
        </SimpleGrid>
        <Textarea label="Note" autosize minRows={2} maxRows={6} {...form.getInputProps('Note')} />
      </Stack>
    </form>
  );
}
