import { useState } from 'react';
import { AppError } from '#contract/base/errors.ts';
import { formProblems, type FormProblem } from '#contract/intake-forms/form-problems.ts';
import { DraftFields, type OwnForm } from '#contract/intake-forms/own-form.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { call } from '#shared/api.ts';
import { useDraftOver } from '#shared/autosave/use-draft-over.ts';
import { changedFields } from '#shared/form-changes.ts';
import { nowBy } from '#shared/forms/use-overtaken.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';

const nowOf = nowBy<DraftFields>(DraftFields);
const read = (typed: Partial<DraftFields>) => DraftFields.partial().safeParse(typed).data as Partial<DraftFields>;
const failed = 'That did not work. Nothing was changed. Try again.';

/** The draft of a form while it is written, and the calls that save, publish and remove it. */
export function useFormEditor(form: OwnForm, onSaved: (form: OwnForm) => void, onRemoved: () => void) {
  const { OwnFormId, title, askedOf, pages, isOn, replaces } = form;
  const opened: DraftFields = { title, askedOf, pages, isOn, replaces };
  const kept = useDraftOver<DraftFields>(unsavedKey.at('intakeForm', `/company/forms/${OwnFormId}`), opened, {
    nowOf,
    read: (typed) => read(typed) ?? {},
  });
  const { before, values, isDirty } = kept;
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [spanish, setSpanish] = useState<string | null>(null);

  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setRefusal(null);
    setSpanish(null);
    try {
      await work();
    } catch (cause) {
      if (kept.meet(cause)) return;
      const asks = cause instanceof AppError ? cause.fields?.['isSpanishRight'] : undefined;
      if (asks !== undefined) setSpanish(asks);
      else if (cause instanceof AppError && cause.fields) setRefusal(Object.values(cause.fields)[0] ?? cause.message);
      else toastFailure(cause, failed);
    } finally {
      setBusy(false);
    }
  }

  async function store(): Promise<OwnForm> {
    const { changes, base } = changedFields(before, values);
    if (Object.keys(changes).length === 0) return form;
    const saved = await call('intakeForms.update', { id: OwnFormId, ...changes, base });
    kept.drop();
    onSaved(saved);
    return saved;
  }

  return {
    ...kept,
    isBusy,
    refused: refusal,
    problems,
    /** Looks for what keeps it from being published; false where something does. */
    check(): boolean {
      const found = formProblems(values);
      setProblems(found);
      return found.length === 0;
    },
    change(changes: Partial<DraftFields>): void {
      kept.setValues((shown) => ({ ...shown, ...changes }));
      // What was told is judged anew as soon as something is mended.
      setProblems((told) => (told.length === 0 ? told : formProblems({ ...values, ...changes })));
    },
    isDirty,
    save: () =>
      attempt(async () => {
        await store();
        toastDone('Draft saved.');
      }),
    /** What has to be confirmed of the Spanish before it is published; null: nothing. */
    spanish,
    dropSpanish: () => setSpanish(null),
    publish: (isSpanishRight = false) =>
      attempt(async () => {
        const { rev } = await store();
        const published = await call('intakeForms.publish', {
          id: OwnFormId,
          rev,
          ...(isSpanishRight && { isSpanishRight }),
        });
        onSaved(published);
        toastDone(`Version ${published.version} is published.`);
      }),
    remove: () =>
      attempt(async () => {
        await call('intakeForms.remove', { id: OwnFormId, base: { rev: form.rev } });
        kept.drop();
        toastDone('The form is removed.');
        onRemoved();
      }),
  };
}
