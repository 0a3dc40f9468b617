import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Account } from '#contract/account/endpoints.ts';
import { call } from '#shared/api.ts';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import classes from './account.module.css';
import { AskForm } from './ask-form.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** What is on: nothing but the state, a question for the password and what for, a new key, codes to keep. */
type Step =
  | { is: 'state' }
  | { is: 'password'; to: 'start' | 'renew' | 'remove' }
  | { is: 'key'; key: string; address: string }
  | { is: 'codes'; codes: string[] };

type PartProps = { account: Account; isOnline: boolean; onChanged: () => void };

/** A code of an authenticator app as a second step of the sign-in (RFC 6238), with recovery codes for a lost phone. */
export function SecondStepPart({ account, isOnline, onChanged }: PartProps) {
  const [step, setStep] = useState<Step>({ is: 'state' });
  const done = () => setStep({ is: 'state' });

  async function useKey(to: 'start' | 'renew' | 'remove', current: string): Promise<void> {
    if (to === 'start') return setStep({ is: 'key', ...(await call('account.startSecondFactor', { current })) });
    if (to === 'renew') {
      const { recoveryCodes: codes } = await call('account.renewRecoveryCodes', { current });
      setStep({ is: 'codes', codes });
    } else {
      await call('account.removeSecondFactor', { current });
      toastDone('Two-step sign-in is off. You sign in with only your password.');
      done();
    }
    onChanged();
  }

  async function confirm(code: string): Promise<void> {
    const { recoveryCodes: codes } = await call('account.confirmSecondFactor', { code });
    setStep({ is: 'codes', codes });
    onChanged();
  }

  return (
    <section className={classes.part} aria-labelledby="account-second">
      <h2 className={classes.heading} id="account-second">
        Two-step sign-in
      </h2>
      {step.is === 'state' && (
        <State account={account} isOnline={isOnline} onChoose={(to) => setStep({ is: 'password', to })} />
      )}
      {step.is === 'password' && (
        <AskForm
          label="Your password"
          field="current"
          isSecret
          submitLabel={labels[step.to]}
          onSubmit={(current) => useKey(step.to, current)}
          onCancel={done}
        />
      )}
      {step.is === 'key' && (
        <>
          <p className={classes.text}>
            Add an account in your authenticator app. Scan this code,{' '}
            <a href={step.address}>open it in an app on this device</a>, or enter the key below it.
          </p>
          <QrCode text={step.address} label="QR code with the key below" />
          <p className={classes.code} translate="no">
            {step.key}
          </p>
          <AskForm label="Code from the app" field="code" submitLabel="Turn on" onSubmit={confirm} onCancel={done} />
        </>
      )}
      {step.is === 'codes' && <RecoveryCodes codes={step.codes} onKept={done} />}
    </section>
  );
}

const labels = { start: 'Show key', renew: 'Create new codes', remove: 'Turn off' } as const;

function State({
  account,
  isOnline,
  onChoose,
}: {
  account: Account;
  isOnline: boolean;
  onChoose: (to: 'start' | 'renew' | 'remove') => void;
}) {
  const { hasSecondFactor, recoveryCodesLeft } = account;
  if (!hasSecondFactor) {
    return (
      <>
        <p className={classes.text}>
          Off. Add a code from an authenticator app, so a stolen password is not enough to sign in as you.
        </p>
        <Button variant="default" disabled={!isOnline} onClick={() => onChoose('start')}>
          Set up
        </Button>
      </>
    );
  }
  return (
    <>
      <p className={classes.text}>On. Signing in asks for a code from your app. {leftWords(recoveryCodesLeft)}</p>
      <Group gap={8}>
        <Button variant="default" disabled={!isOnline} onClick={() => onChoose('renew')}>
          New recovery codes
        </Button>
        <Button variant="default" disabled={!isOnline} onClick={() => onChoose('remove')}>
          Turn off
        </Button>
      </Group>
    </>
  );
}

function leftWords(left: number): string {
  if (left === 0) return 'No recovery codes are left. Create new ones before you need them.';
  return left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`;
}
