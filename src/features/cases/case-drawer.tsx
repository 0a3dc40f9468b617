import { Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { AppError } from '#contract/base/errors.ts';
import { CaseId, type PatientId } from '#contract/base/ids.ts';
import type { Case } from '#contract/cases/case.ts';
import { newId } from '#local/store/new-id.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { resendCalls } from '#local/outbox/refused-calls.ts';
import { insurancesOfPatient, type InsuranceLine } from '#local/reads/patients.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { checkOnLeaving } from '#shared/after-press.ts';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { changedFields } from '#shared/form-changes.ts';
import { doneWords, DraftDrawer, type About, type DraftFormProps } from '#shared/forms/draft-drawer.tsx';
import { ofForm } from '#shared/forms/form-errors.ts';
import { useDraft } from '#shared/forms/use-draft.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { usePreferences } from '#shared/preferences.ts';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { CaseForm, caseFields, caseForm, emptyCase, type CaseFormValues } from './case-form.ts';
import { CaseDetails } from './case-fields.tsx';
import { CustomQuestions } from './custom-questions.tsx';
import { DiagnosisFields } from './diagnosis-fields.tsx';
import { PlanFields } from './plan-fields.tsx';
import { PolicyFields } from './policy-fields.tsx';

type Props = {
  PatientId: PatientId;
  about: About<Case> | null;
  onReopen: (about: About<Case>) => void;
  onClose: () => void;
};

/** A new case, or changes of one; saved on this device at once, with or without the network. */
export function CaseDrawer({ PatientId, about, onReopen, onClose }: Props) {
  const insurances = useLiveValue(() => insurancesOfPatient(PatientId), [PatientId]);
  return (
    <DraftDrawer
      draftKey={unsavedKey.case(PatientId)}
      formId="case-form"
      title={about?.of ? 'Edit case' : 'New case'}
      saveLabel={about?.of ? 'Save' : 'Open case'}
      about={about}
      onReopen={onReopen}
      onClose={onClose}
    >
      {(form) =>
        insurances ? (
          <CaseEditor {...form} PatientId={PatientId} insurances={insurances} />
        ) : (
          <LoadingSkeleton label="Loading the policies" rows={6} />
        )
      }
    </DraftDrawer>
  );
}

type EditorProps = DraftFormProps<Case> & { PatientId: PatientId; insurances: InsuranceLine[] };

export function CaseEditor(props: EditorProps) {
  const { PatientId, insurances, about, refused, kept, onDone } = props;
  const known = about.of ?? (refused && (refused.input as Case));
  const today = useClinicToday();
  const [{ facilityId }] = usePreferences();
  const form = useForm<CaseFormValues>({
    initialValues: known
      ? caseForm(known)
      : emptyCase(
          today,
          facilityId ?? null,
          insurances.map(({ insurance }) => insurance.InsuranceId),
        ),
    validate: schemaResolver(CaseForm, { sync: true }),
    enhanceGetInputProps: checkOnLeaving,
  });
  useDraft(form, props, ({ CaseId: id }) => id);

  async function write(values: CaseFormValues, draft: string | undefined): Promise<void> {
    const fields = caseFields(values);
    if (about.of) {
      const { changes, base } = changedFields(about.of, fields);
      const id = about.of.CaseId;
      if (Object.keys(changes).length > 0) await queueWrite('cases.update', { id, changes }, base, draft);
    } else if (refused) {
      await resendCalls([{ mid: refused.mid, input: { ...refused.input, ...fields } }], draft);
    } else {
      await queueWrite('cases.create', { ...fields, CaseId: CaseId.parse(newId()), PatientId }, {}, draft);
    }
  }

  async function save(values: CaseFormValues): Promise<void> {
    try {
      if (!(await kept.submit((draft) => write(values, draft)))) return;
    } catch (error) {
      if (error instanceof AppError && error.fields) form.setErrors(ofForm(error.fields));
      toastFailure(error, 'The case could not be saved on this device.');
      return;
    }
    toastDone(doneWords(props, 'Case opened.'));
    onDone();
  }

  return (
    <form id="case-form" noValidate onSubmit={form.onSubmit((values) => void save(values), focusFirstError)}>
      <Stack gap="lg">
        <CaseDetails form={form} today={today} />
        <DiagnosisFields form={form} />
        <PolicyFields form={form} insurances={insurances} />
        <PlanFields form={form} />
        <CustomQuestions form={form} />
      </Stack>
    </form>
  );
}
