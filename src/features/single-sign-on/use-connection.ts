import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { ReplyOf } from '#contract/endpoints.ts';
import { AppError } from '#contract/base/errors.ts';
import { isSameValue } from '#contract/base/same-value.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { call } from '#shared/api.ts';
import { useDraftAlone } from '#shared/autosave/draft-scope.tsx';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { draftOver, leftOver, type DraftOver } from '#shared/form-changes.ts';
import { isOvertaken, useOvertaken, type TypedOver } from '#shared/forms/use-overtaken.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { connectionIn, fieldsOf, rebase, unsecret, valuesOf, type Values } from './connection-values.ts';

export type SsoState = ReplyOf<'singleSignOn.get'>;

const ofConnection = {
  nowOf: (current: unknown) => (current === undefined ? null : valuesOf(connectionIn(current))),
  rebase,
};

const needed = (what: string) => (typed: string) => (typed.trim() === '' ? `Enter ${what}.` : null);

/** The form of the site's provider, and the calls that save and remove it. */
export function useConnection({ connection: opened, redirectUri }: SsoState, onChanged: (state: SsoState) => void) {
  const [connection, setConnection] = useState(opened);
  const [before, setBefore] = useState(() => valuesOf(opened));
  const [isBusy, setBusy] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const form = useForm({
    initialValues: before,
    validate: {
      Name: needed('a name'),
      issuer: needed('the issuer'),
      clientId: needed('the client ID'),
      clientSecret: (typed) => (typed === '' && !connection?.isSecretReadable ? 'Enter the client secret.' : null),
      domains: needed('at least one domain'),
    },
  });

  const overtaken = useOvertaken({ before, values: form.values }, begin, ofConnection);

  const { kept, isHeld } = overtaken;
  const drop = useDraftAlone<DraftOver<Values>>(unsavedKey.at('connection', '/company/signIn'), {
    values: draftOver(kept.before, unsecret(kept.values), kept.before),
    isDirty: isHeld || !isSameValue(unsecret(form.values), before),
    fill(left) {
      const { typed, over } = leftOver<Values, Values>(left);
      setBefore((now) => ({ ...now, ...over }));
      form.setValues(typed);
    },
  });

  function begin(next: TypedOver<Values>): void {
    setBefore(next.before);
    form.setValues(next.values);
    form.clearErrors();
  }

  async function run(what: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await what();
    } catch (error) {
      if (overtaken.meet(error) && isOvertaken(error)) return setConnection(connectionIn(error.current));
      if (error instanceof AppError && error.fields) {
        form.setErrors(error.fields);
        focusFirstError();
      }
      toastFailure(error, 'That did not work. Nothing was changed. Try again.');
    } finally {
      setBusy(false);
      setRemoving(false);
    }
  }

  return {
    form,
    /** What the server has, as far as it was told. */
    connection,
    refusal: overtaken.refusal,
    isDirty: !isSameValue(form.values, before),
    undo() {
      overtaken.forget();
      const now = valuesOf(connection);
      begin({ before: now, values: now });
    },
    isBusy,
    /** The question whether to remove it is open. */
    isRemoving,
    setRemoving,
    save: (values: Values) =>
      run(async () => {
        const { clientSecret } = values;
        const saved = await call('singleSignOn.save', {
          ...fieldsOf(values),
          ...(clientSecret !== '' && { clientSecret }),
          base: fieldsOf(before),
        });
        overtaken.forget();
        drop();
        onChanged(saved);
        toastDone('Saved.');
      }),
    remove: () =>
      run(async () => {
        await call('singleSignOn.remove', { base: fieldsOf(before) });
        overtaken.forget();
        drop();
        onChanged({ redirectUri, connection: null });
        toastDone('Single sign-on is removed.');
      }),
  };
}
