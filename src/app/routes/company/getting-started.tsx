import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from '#shared/routing/link.tsx';
import type { StartingStep } from '#contract/sites/getting-started.ts';
import { call, unreachableSentence } from '#shared/api.ts';
import { useMay } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { updateSetup } from '#features/emergency/refresh-setup.ts';
import classes from './getting-started.module.css';
import { useStartingSteps } from './use-starting-steps.ts';

const words: Record<StartingStep, { title: string; todo: string; to: string; done: (count: number) => string }> = {
  facilities: {
    title: 'Facilities',
    todo: 'Where you treat patients, with billing and visit types.',
    to: '/company/facilities',
    done: (count) => (count === 1 ? '1 facility' : `${count} facilities`),
  },
  users: {
    title: 'Users',
    todo: 'Invite your team. Therapists and assistants get a provider record.',
    to: '/company/users',
    done: (count) => `${count} people`,
  },
  payers: {
    title: 'Payers',
    todo: 'Who you bill: insurance, Medicare, self-pay.',
    to: '/addressBook/payer',
    done: (count) => (count === 1 ? '1 payer' : `${count} payers`),
  },
  settings: {
    title: 'Settings',
    todo: 'Check them once, then mark them as checked.',
    to: '/company/settings',
    done: () => 'Checked',
  },
};

/** What a new site still needs before its first patient; goes away when all is done. */
export function GettingStarted({ settingsLookedAt }: { settingsLookedAt: boolean }) {
  const steps = useStartingSteps();
  const maySettings = useMay('manage company settings');
  if (!steps) return null;
  return (
    <section className={classes.box} aria-labelledby="getting-started">
      <h2 id="getting-started" className={classes.title}>
        Getting started
      </h2>
      <ol className={classes.steps}>
        {steps.map(({ step, done, count }) => (
          <li key={step} className={classes.step}>
            {done ? (
              <IconCircleCheck size={18} stroke={1.75} aria-label="Done:" className={classes.done} />
            ) : (
              <IconCircle size={18} stroke={1.75} aria-label="To do:" className={classes.todo} />
            )}
            <div className={classes.words}>
              <Link to={words[step].to}>{words[step].title}</Link>{' '}
              <span className={classes.quiet}>{done ? words[step].done(count) : words[step].todo}</span>
            </div>
            {step === 'settings' && !settingsLookedAt && maySettings && <SettingsAreRight />}
          </li>
        ))}
      </ol>
    </section>
  );
}

function SettingsAreRight() {
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);
  async function note(): Promise<void> {
    setBusy(true);
    try {
      await call('sites.settingsLookedAt', {});
      await updateSetup();
    } catch (error) {
      toastFailure(error, unreachableSentence);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button size="compact-sm" variant="default" disabled={!isOnline} loading={isBusy} onClick={() => void note()}>
      Mark as checked
    </Button>
  );
}
