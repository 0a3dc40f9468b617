import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '#shared/api.ts';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import classes from './single-sign-on.module.css';

/** Whether an OpenID provider answers at an address; asked by the server, and nothing is stored. */
export function TryConnection({ issuer, isOnline }: { issuer: string; isOnline: boolean }) {
  const [found, setFound] = useState<{ of: string; answers: boolean; sentence: string } | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function ask(): Promise<void> {
    setBusy(true);
    try {
      setFound({ of: issuer, ...(await call('singleSignOn.test', { issuer })) });
    } catch (error) {
      const sentence = error instanceof Error ? error.message : 'That did not work. Try again.';
      setFound({ of: issuer, answers: false, sentence });
    } finally {
      setBusy(false);
    }
  }

  const shown = found?.of === issuer ? found : null;
  return (
    <div>
      <Button
        variant="default"
        loading={isBusy}
        disabled={!isOnline || issuer.trim() === ''}
        onClick={() => void ask()}
      >
        Test connection
      </Button>
      <p className={classes.found} role="status">
        {shown && (
          <>
            <MeaningBadge meaning={shown.answers ? 'done' : 'danger'}>
              {shown.answers ? 'Answers' : 'No answer'}
            </MeaningBadge>{' '}
            {shown.sentence}
          </>
        )}
      </p>
    </div>
  );
}
