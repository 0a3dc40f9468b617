import { useState } from 'react';
import type { ConsentPurpose } from '#contract/messages/consent-purposes.ts';
import type { messageEndpoints } from '#contract/messages/endpoints.ts';
import { fill } from '#contract/words/language.ts';
import { unsubscribeWords } from '#contract/words/preferences-page.ts';
import { Button, Notice } from '../kit/controls.tsx';
import { useFailure } from '../kit/failure.ts';
import { useWords } from '../kit/language.tsx';
import { Page } from '../kit/page.tsx';
import { endpoint } from '../kit/send.ts';

const unsubscribe = endpoint<typeof messageEndpoints.unsubscribe>('POST /messages/unsubscribe');

type Props = { token: string; about: ConsentPurpose; clinic: string; phone: string | null };

/** Where 'Unsubscribe' of an email leads people; only the button ends anything. */
export function Unsubscribe({ token, about, clinic, phone }: Props) {
  const words = useWords(unsubscribeWords);
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  const { failure, show } = useFailure();

  async function stop(): Promise<void> {
    setState('busy');
    const { error } = await unsubscribe({ token });
    setState(error ? 'idle' : 'done');
    show(error ?? null);
  }
  if (state === 'done') return <Page title={words.doneTitle} lead={words.doneLead} clinic={clinic} phone={phone} />;
  return (
    <Page title={words.title} lead={fill(words[about], { clinic })} clinic={clinic} phone={phone}>
      {failure !== null && <Notice kind="failure">{failure}</Notice>}
      <div className="actions">
        <Button kind="filled" isBusy={state === 'busy'} onClick={() => void stop()}>
          {words.stop}
        </Button>
      </div>
    </Page>
  );
}
