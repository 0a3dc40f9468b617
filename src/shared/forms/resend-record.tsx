import { useState } from 'react';
import { formCall } from '#contract/records.ts';
import { resendKey } from '#local/drafts/drafts.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { currentRow } from '#local/reads/current-row.ts';
import { useIsSubmitting, useDraftForm } from '../autosave/use-draft-form.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import type { About, Draft } from './draft-drawer.tsx';
import { formIdOf, RecordEditor, type AnyRecordForm } from './record-form.tsx';
import { ResendFrame, ResendMissing } from './resend-frame.tsx';

type Row = Record<string, unknown>;
type Props = { form: AnyRecordForm; call: ParkedCall; onDone: () => void };

/** A refused record as it was typed, to be corrected and sent again. */
export function ResendRecord({ form, call, onDone }: Props) {
  const live = useLive(() => readAround(form, call), [form, call]);
  if (live.state === 'loading') return null;
  if (live.state === 'ready' && live.value)
    return <Resend form={form} call={call} found={live.value} onDone={onDone} />;
  const { noun, parent } = form.of;
  const missing = formCall(call.name)?.verb === 'create' && parent ? parent.name : noun;
  return <ResendMissing noun={missing} onBack={onDone} />;
}

type Around = { about: About<never>; known: unknown };

/** What it belongs to, with what its form chooses from; of a change, the row as it is now. */
async function readAround(form: AnyRecordForm, call: ParkedCall): Promise<Around | null> {
  const isNew = formCall(call.name)?.verb === 'create';
  const row = isNew ? null : await currentRow(call);
  const { parent: within } = form.of;
  const parent = within && String((row ?? call.input)[within.key]);
  const known = row || isNew ? await form.known(parent ?? '') : undefined;
  return known === undefined ? null : { about: { of: row as never, parent }, known };
}

function Resend({ form, call, found, onDone }: Props & { found: Around }) {
  // As the form was filled from: what others write while it is open is not its writer's.
  const [around] = useState(found);
  const kept = useDraftForm<Draft<Row>>(resendKey(call.mid), () => undefined);
  const isSubmitting = useIsSubmitting(kept);
  function leave(): void {
    kept.drop();
    onDone();
  }
  const draft = { about: around.about, kept: kept as never, refused: call, onDirty: () => undefined, onDone: leave };
  return (
    <ResendFrame call={call} formId={formIdOf(form.of)} isBusy={isSubmitting} onBack={leave}>
      <RecordEditor {...draft} form={form} known={around.known} />
    </ResendFrame>
  );
}
