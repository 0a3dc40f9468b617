import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { resendKey } from '#local/drafts/drafts.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { DraftScope, useGiveUp } from '#shared/autosave/draft-scope.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';

type Props = { call: ParkedCall; formId: string; isBusy: boolean; onBack: () => void; children: ReactNode };

/** Why a change was refused, its form, and the ways out of it. */
export function ResendFrame({ call, formId, isBusy, onBack, children }: Props) {
  return (
    <Stack gap="sm">
      <p role="note">{call.reason}</p>
      {children}
      <Group gap={8} justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" form={formId} loading={isBusy}>
          Send again
        </Button>
      </Group>
    </Stack>
  );
}

/** The same around a form that keeps its draft by a scope; Back gives up what was typed in it. */
export function ResendScope(props: Props) {
  return (
    <DraftScope draftKey={resendKey(props.call.mid)} about={props.call.mid}>
      <FrameInScope {...props} />
    </DraftScope>
  );
}

function FrameInScope(props: Props) {
  const giveUp = useGiveUp();
  function back(): void {
    giveUp();
    props.onBack();
  }
  return <ResendFrame {...props} onBack={back} />;
}

/** For a change whose form needs something that this device does not have. */
export function ResendMissing({ noun, onBack }: { noun: string; onBack: () => void }) {
  return (
    <EmptyState
      title={`The ${noun} is not on this device`}
      action={
        <Button variant="default" onClick={onBack}>
          Back to Sync status
        </Button>
      }
    >
      Your change is kept. You can send it again or discard it.
    </EmptyState>
  );
}
