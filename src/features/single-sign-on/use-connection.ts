import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { ReplyOf } from '#contract/endpoints.ts';
import { AppError } from '#contract/base/errors.ts';
import { call } from '#shared/api.ts';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';

export type SsoState = ReplyOf<'singleSignOn.get'>;

const needed = (what: string) => (typed: string) => (typed.trim() === '' ? `Enter ${what}.` : null);

/** The form of the site's provider, and the calls that save and remove it. */
export function useConnection({ connection, redirectUri }: SsoState, onChanged: (state: SsoState) => void) {
  const [isBusy, setBusy] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const form = useForm({
    initialValues: {
      Name: connection?.Name ?? '',
      issuer: connection?.issuer ?? '',
      clientId: connection?.clientId ?? '',
      clientSecret: '',
      domains: connection?.domains.join(', ') ?? '',
      passwordAllowed: connection?.passwordAllowed ?? true,
      Enabled: connection?.Enabled ?? true,
    },
    validate: {
      Name: needed('a name'),
      issuer: needed('the issuer'),
      clientId: needed('the client ID'),
      clientSecret: (typed) => (typed === '' && !connection?.isSecretReadable ? 'Enter the client secret.' : null),
      domains: needed('at least one domain'),
    },
  });

  async function run(what: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await what();
    } catch (error) {
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
    isBusy,
    /** The question whether to remove it is open. */
    isRemoving,
    setRemoving,
    save: ({ domains, clientSecret, ...rest }: typeof form.values) =>
      run(async () => {
        onChanged(
          await call('singleSignOn.save', {
            ...rest,
            domains: domains.split(/[\s,;]+/).filter((one) => one !== ''),
            ...(clientSecret !== '' && { clientSecret }),
          }),
        );
        toastDone('Saved.');
      }),
    remove: () =>
      run(async () => {
        await call('singleSignOn.remove', {});
        onChanged({ redirectUri, connection: null });
        toastDone('Single sign-on is removed.');
      }),
  };
}
