import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { OwnPasskey, Proof } from '#contract/account/passkey.ts';
import { showMoment } from '#shared/format/clock.ts';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './account.module.css';
import { AskForm } from './ask-form.tsx';
import { proveByPasskey, usePasskeys } from './use-passkeys.ts';

/** Nothing but the list, a question who is there before something goes on, or a new name. */
type Step = { is: 'list' } | { is: 'add' } | { is: 'remove' | 'rename'; passkey: OwnPasskey };

/** Passkeys: a fingerprint, face, PIN or key in place of the password and the second step (WebAuthn 3). */
export function PasskeysPart({ isOnline }: { isOnline: boolean }) {
  const { passkeys, failure, add, rename, remove } = usePasskeys();
  const [step, setStep] = useState<Step>({ is: 'list' });
  const done = () => setStep({ is: 'list' });
  const hasAny = passkeys !== null && passkeys.length > 0;

  async function addProved(proof: Proof): Promise<void> {
    const made = await add(proof);
    setStep(made ? { is: 'rename', passkey: made } : { is: 'list' });
  }

  return (
    <section className={classes.part} aria-labelledby="account-passkeys">
      <h2 className={classes.heading} id="account-passkeys">
        Passkeys
      </h2>
      {failure !== null && (
        <p className={classes.alert} role="alert">
          {failure}
        </p>
      )}
      {passkeys === null && failure === null && <LoadingSkeleton label="Loading your passkeys" rows={2} />}
      {passkeys !== null && (
        <p className={classes.text}>
          {hasAny
            ? 'Each passkey signs you in without your password or a code.'
            : 'None yet. A passkey signs you in with a device’s fingerprint, face or PIN, or with a security key.'}
        </p>
      )}
      {hasAny && (
        <ul className={classes.list} aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.PasskeyId} passkey={passkey} isOnline={isOnline} onChoose={setStep} />
          ))}
        </ul>
      )}
      {step.is === 'list' && passkeys !== null && (
        <AddButton isOnline={isOnline} onAdd={() => setStep({ is: 'add' })} />
      )}
      {step.is === 'add' && <ProofForm submitLabel="Continue" hasAny={hasAny} onProved={addProved} onCancel={done} />}
      {step.is === 'remove' && (
        <ProofForm
          key={step.passkey.PasskeyId}
          submitLabel={`Remove ${step.passkey.name}`}
          hasAny={hasAny}
          onProved={(proof) => remove(step.passkey, proof).then(done)}
          onCancel={done}
        />
      )}
      {step.is === 'rename' && (
        <AskForm
          key={step.passkey.PasskeyId}
          label="Name of the passkey"
          field="name"
          isText
          initial={step.passkey.name}
          submitLabel="Save name"
          onSubmit={(name) => rename(step.passkey, name).then(done)}
          onCancel={done}
        />
      )}
    </section>
  );
}

function AddButton({ isOnline, onAdd }: { isOnline: boolean; onAdd: () => void }) {
  if (!('PublicKeyCredential' in window))
    return <p className={classes.text}>This browser can’t create passkeys at this address.</p>;
  return (
    <Button variant="default" disabled={!isOnline} onClick={onAdd}>
      Add a passkey
    </Button>
  );
}

type LineProps = { passkey: OwnPasskey; isOnline: boolean; onChoose: (step: Step) => void };

function PasskeyLine({ passkey, isOnline, onChoose }: LineProps) {
  const { name, createdAt, lastUsedAt } = passkey;
  const used = lastUsedAt === null ? 'not used yet' : `last used ${showMoment(new Date(lastUsedAt))}`;
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        <p className={classes.name}>{name}</p>
        <p className={classes.fact}>
          Added {showMoment(new Date(createdAt))}, {used}
        </p>
      </div>
      <Group gap={8} wrap="nowrap">
        {(['rename', 'remove'] as const).map((is) => (
          <Button
            key={is}
            variant="default"
            size="xs"
            disabled={!isOnline}
            aria-label={`${words[is]} ${name}`}
            onClick={() => onChoose({ is, passkey })}
          >
            {words[is]}
          </Button>
        ))}
      </Group>
    </li>
  );
}

const words = { rename: 'Rename', remove: 'Remove' } as const;

type ProofProps = {
  submitLabel: string;
  hasAny: boolean;
  onProved: (proof: Proof) => Promise<void>;
  onCancel: () => void;
};

/** Who is there is asked anew: a passer-by at an open screen must not add or take away a way in. */
function ProofForm({ submitLabel, hasAny, onProved, onCancel }: ProofProps) {
  const [isBusy, setBusy] = useState(false);

  async function usePasskey(): Promise<void> {
    setBusy(true);
    try {
      await onProved(await proveByPasskey());
    } catch (error) {
      setBusy(false);
      toastFailure(error, 'That did not work. Nothing was changed.');
    }
  }

  return (
    <AskForm
      label="Your password"
      field="current"
      isSecret
      submitLabel={submitLabel}
      onSubmit={(current) => onProved({ current })}
      onCancel={onCancel}
    >
      {hasAny && (
        <Button variant="subtle" loading={isBusy} onClick={() => void usePasskey()}>
          Use a passkey instead
        </Button>
      )}
    </AskForm>
  );
}
