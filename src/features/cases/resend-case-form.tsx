import { Button, Group, Stack } from '@mantine/core';
import type { Authorization } from '#contract/cases/authorization.ts';
import { Case } from '#contract/cases/case.ts';
import type { Script } from '#contract/cases/script.ts';
import { activeReferring, readCase } from '#local/cases.ts';
import type { ParkedCall } from '#local/outbox.ts';
import { insurancesOfPatient } from '#local/patients.ts';
import { useIsSubmitting, useKeptForm } from '#shared/autosave/use-kept-form.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { AuthorizationEditor, inOrder } from './authorization-drawer.tsx';
import { CaseEditor } from './case-drawer.tsx';
import type { Draft, FormProps } from './kept-drawer.tsx';
import { ScriptEditor } from './script-drawer.tsx';

type Props = { call: ParkedCall; onDone: () => void };

/** A refused new case, script or authorization, as it was typed, to be corrected and sent again. */
export function ResendCaseForm({ call, onDone }: Props) {
  const live = useLive(() => readAround(call), [call]);
  if (live.state === 'loading') return null;
  if (live.state === 'ready' && live.value) return <Form call={call} around={live.value} onDone={onDone} />;
  return (
    <EmptyState
      title="The case is not on this device"
      action={
        <Button variant="default" onClick={onDone}>
          Back to the changes
        </Button>
      }
    >
      What was typed is kept. It can be sent again as it is, or discarded.
    </EmptyState>
  );
}

type Around = NonNullable<Awaited<ReturnType<typeof readAround>>>;

/** The case, which of a new one is the call itself, with what its forms choose from. */
async function readAround({ name, input, madeAt }: ParkedCall) {
  const typed = { ...input, DischargedAt: null, updated_at: madeAt };
  const ofCase =
    name === 'cases.create' ? Case.safeParse(typed).data : await readCase(input['CaseId'] as Case['CaseId']);
  if (!ofCase) return null;
  const [insurances, referring] = await Promise.all([insurancesOfPatient(ofCase.PatientId), activeReferring()]);
  return { ofCase, insurances, referring };
}

function Form({ call, around, onDone }: Props & { around: Around }) {
  const kept = useKeptForm<Draft<never>>(`form:resend:${call.mid}`, () => undefined);
  const isSubmitting = useIsSubmitting(kept);
  function leave(): void {
    kept.drop();
    onDone();
  }
  return (
    <Stack gap="sm">
      <p role="note">{call.reason}</p>
      <Editor call={call} around={around} kept={kept} onDone={leave} />
      <Group gap={8} justify="flex-end">
        <Button variant="default" onClick={leave}>
          Back
        </Button>
        <Button type="submit" form={formIds[call.name as keyof typeof formIds]} loading={isSubmitting}>
          Send again
        </Button>
      </Group>
    </Stack>
  );
}

const formIds = {
  'cases.create': 'case-form',
  'cases.createScript': 'script-form',
  'cases.createAuthorization': 'authorization-form',
};

type EditorProps = Pick<FormProps<never>, 'kept' | 'onDone'> & { call: ParkedCall; around: Around };

function Editor({ call, around, kept, onDone }: EditorProps) {
  const { ofCase, insurances, referring } = around;
  const { CaseId, PatientId } = ofCase;
  const { mid, input, madeAt } = call;
  const form = { about: { of: null, CaseId }, kept, onDone, onDirty: () => undefined };
  // The contract's own shape: it was checked when it was kept (outbox.ts).
  const row = { ...input, PatientId, updated_at: madeAt } as unknown;
  switch (call.name) {
    case 'cases.createScript':
      return <ScriptEditor {...form} refused={{ mid, typed: row as Script }} referring={referring} ofCase={ofCase} />;
    case 'cases.createAuthorization':
      return (
        <AuthorizationEditor
          {...form}
          refused={{ mid, typed: row as Authorization }}
          insurances={inOrder(insurances, ofCase.InsuranceIds)}
        />
      );
    default:
      return <CaseEditor {...form} refused={{ mid, typed: ofCase }} PatientId={PatientId} insurances={insurances} />;
  }
}
