import type { RowOfRecord } from '#contract/record/record.ts';
import type { QueueableName } from '#contract/queued-endpoints.ts';
import { evalTemplate } from '#contract/templates/eval-template.ts';
import type { EvalStarter, TextStarter } from '#contract/templates/starters/starter.ts';
import { textTemplate } from '#contract/templates/text-template.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { newId } from '#local/store/new-id.ts';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';

type Owned = { OwnerUserId: string | null };

/** A new template with what another one, or a built-in one, says; gives its id, or null where it could not be saved. */
export async function copyEval(from: EvalStarter, owner: Owned): Promise<string | null> {
  const id = newId();
  const fields = evalTemplate.Fields.strip().parse({ ...from, ...owner });
  return copied('templates.createEvalTemplate', { ...fields, EvalTemplateId: id }, id);
}

export async function copyText(from: TextStarter, owner: Owned): Promise<string | null> {
  const id = newId();
  const fields = textTemplate.Fields.strip().parse({ ...from, ...owner });
  return copied('templates.createTextTemplate', { ...fields, TextTemplateId: id }, id);
}

async function copied(name: QueueableName, input: object, id: string): Promise<string | null> {
  try {
    await queueWrite(name, input as never);
    toastDone('Template created.');
    return id;
  } catch (error) {
    toastFailure(error, 'The template could not be saved on this device.');
    return null;
  }
}

const mostOfName = 80;

/** `Knee evaluation (copy)`, within what a name may hold. */
export function copyName(name: string): string {
  const end = ' (copy)';
  return name.slice(0, mostOfName - end.length) + end;
}

export type EvalRow = RowOfRecord<typeof evalTemplate>;
export type TextRow = RowOfRecord<typeof textTemplate>;
