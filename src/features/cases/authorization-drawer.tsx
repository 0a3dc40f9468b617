import { Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { schemaResolver, useForm } from '@mantine/form';
import { AppError } from '#contract/base/errors.ts';
import { AuthorizationId, type PatientId } from '#contract/base/ids.ts';
import {
  authorizationStatuses,
  authorizationKinds,
  countRules,
  type Authorization,
} from '#contract/cases/authorization.ts';
import { countRuleNames, kindNames, statusNames } from '#contract/cases/authorization-words.ts';
import { readCase } from '#local/cases.ts';
import { newId } from '#local/new-id.ts';
import { queueWrite } from '#local/outbox.ts';
import { resendCalls } from '#local/refused-calls.ts';
import { insurancesOfPatient, type InsuranceLine } from '#local/patients.ts';
import { typedKey } from '#local/typed.ts';
import { checkOnLeaving } from '#shared/after-press.ts';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { changedFields } from '#shared/form-changes.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import {
  authorizationFields,
  authorizationForm,
  AuthorizationForm,
  type AuthorizationFormValues,
} from './authorization-form.ts';
import { ofForm, sentenceOf } from './form-parts.ts';
import { doneWords, KeptDrawer, type About, type FormProps } from './kept-drawer.tsx';
import { policyName } from './policy-name.ts';
import { RemoveButton } from './remove-button.tsx';
import { useFormDraft } from './use-form-draft.ts';

type Props = {
  PatientId: PatientId;
  about: About<Authorization> | null;
  onReopen: (about: About<Authorization>) => void;
  onClose: () => void;
};

/** What a payer allows for a case; saved on this device at once. */
export function AuthorizationDrawer({ PatientId, about, onReopen, onClose }: Props) {
  const CaseId = about?.CaseId ?? null;
  const known = useLiveValue(
    async () => ({ insurances: await insurancesOfPatient(PatientId), case: CaseId && (await readCase(CaseId)) }),
    [PatientId, CaseId],
  );
  const removed = about?.of;
  return (
    <KeptDrawer
      draftKey={typedKey.authorization(PatientId)}
      formId="authorization-form"
      title={about?.of ? 'Edit authorization' : 'New authorization'}
      saveLabel={about?.of ? 'Save' : 'Add authorization'}
      about={about}
      onReopen={onReopen}
      onClose={onClose}
      {...(removed && {
        action: (onDone: () => void) => (
          <RemoveButton
            what="authorization"
            onRemove={() => queueWrite('cases.removeAuthorization', { id: removed.AuthorizationId }, removed)}
            onDone={onDone}
          />
        ),
      })}
    >
      {(form) =>
        known?.case ? (
          <AuthorizationEditor {...form} insurances={inOrder(known.insurances, known.case.InsuranceIds)} />
        ) : (
          <LoadingSkeleton label="Loading the policies" rows={6} />
        )
      }
    </KeptDrawer>
  );
}

/** The policies of the case first: one of them is meant. */
export function inOrder(lines: readonly InsuranceLine[], ids: readonly string[]): InsuranceLine[] {
  const placeOf = ({ insurance }: InsuranceLine) => {
    const at = ids.indexOf(insurance.InsuranceId);
    return at === -1 ? ids.length : at;
  };
  return lines.toSorted((a, b) => placeOf(a) - placeOf(b));
}

const options = <K extends string>(keys: readonly K[], names: Record<K, string>) =>
  keys.map((value) => ({ value, label: names[value] }));

export function AuthorizationEditor(props: FormProps<Authorization> & { insurances: InsuranceLine[] }) {
  const { about, insurances, refused, kept, onDone } = props;
  const form = useForm<AuthorizationFormValues>({
    initialValues: authorizationForm(about.of ?? refused?.typed ?? null, insurances[0]?.insurance.InsuranceId ?? null),
    validate: schemaResolver(AuthorizationForm, { sync: true }),
    enhanceGetInputProps: checkOnLeaving,
  });
  useFormDraft(form, props, ({ of, CaseId }) => of?.AuthorizationId ?? CaseId);
  const isCounted = form.values.Kind !== 'dates';

  async function write(values: AuthorizationFormValues, draft: string | undefined): Promise<void> {
    const fields = authorizationFields(values);
    if (about.of) {
      const { changes, base } = changedFields(about.of, fields);
      const id = about.of.AuthorizationId;
      if (Object.keys(changes).length > 0) await queueWrite('cases.updateAuthorization', { id, changes }, base, draft);
    } else if (refused) {
      const { AuthorizationId: id, CaseId } = refused.typed;
      await resendCalls([{ mid: refused.mid, input: { ...fields, AuthorizationId: id, CaseId } }], draft);
    } else if (about.CaseId) {
      const id = AuthorizationId.parse(newId());
      const { CaseId } = about;
      await queueWrite('cases.createAuthorization', { ...fields, AuthorizationId: id, CaseId }, {}, draft);
    }
  }

  async function save(values: AuthorizationFormValues): Promise<void> {
    try {
      if (!(await kept.submit((draft) => write(values, draft)))) return;
    } catch (error) {
      if (error instanceof AppError && error.fields) form.setErrors(ofForm(error.fields));
      toastFailure(error, 'The authorization could not be saved on this device.');
      return;
    }
    toastDone(doneWords(props, 'Authorization added.'));
    onDone();
  }

  return (
    <form id="authorization-form" noValidate onSubmit={form.onSubmit((values) => void save(values), focusFirstError)}>
      <Stack gap="sm">
        <Select
          label="Policy"
          data={insurances.map((line) => ({ value: String(line.insurance.InsuranceId), label: policyName(line) }))}
          allowDeselect={false}
          nothingFoundMessage="This patient has no policy"
          {...form.getInputProps('InsuranceId')}
        />
        <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
          <TextInput
            label="Number"
            placeholder="As the payer gave it"
            data-autofocus
            {...form.getInputProps('Number')}
          />
          <Select
            label="Status"
            data={options(authorizationStatuses, statusNames)}
            allowDeselect={false}
            {...form.getInputProps('Status')}
          />
          <Select
            label="Counts"
            data={options(authorizationKinds, kindNames)}
            allowDeselect={false}
            {...form.getInputProps('Kind')}
          />
          {isCounted && (
            <TextInput
              label={form.values.Kind === 'units' ? 'Units allowed' : 'Visits allowed'}
              inputMode="numeric"
              maxLength={3}
              {...form.getInputProps('Allowed')}
            />
          )}
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
        </SimpleGrid>
        {isCounted && (
          <Select
            label="Used by"
            description="From when on a visit counts against it. Visits that do not count yet are shown as booked."
            data={options(countRules, countRuleNames)}
            allowDeselect={false}
            {...form.getInputProps('CountRule')}
          />
        )}
        <Textarea label="Note" autosize minRows={2} maxRows={6} {...form.getInputProps('Note')} />
      </Stack>
    </form>
  );
}
