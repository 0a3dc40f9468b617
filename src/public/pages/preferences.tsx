import { useState, type FormEvent } from 'react';
import type { messageEndpoints } from '#contract/messages/endpoints.ts';
import { commonWords } from '#contract/words/common-page.ts';
import { fill } from '#contract/words/language.ts';
import { preferencesWords } from '#contract/words/preferences-page.ts';
import { inLanguage } from '#contract/words/refusals.ts';
import { Button, Check, Notice } from '../kit/controls.tsx';
import { useLanguage, useWords } from '../kit/language.tsx';
import { Page } from '../kit/page.tsx';
import { usePlace } from '../kit/place.ts';
import { endpoint } from '../kit/send.ts';
import { Linked, readLink, type LinkPageProps } from './linked.tsx';

const savePreferences = endpoint<typeof messageEndpoints.savePreferences>('POST /messages/preferences');

/** /notificationSettings (spec 2). */
export function Preferences() {
  const token = usePlace().hash.slice(1);
  const words = useWords(preferencesWords);
  return (
    <Linked token={token} read={readLink}>
      {(page, onPage) => {
        const { name, clinic, phone } = page;
        return (
          <Page title={words.title} clinic={clinic} phone={phone} lead={fill(words.lead, { name, clinic })}>
            <PreferencesPart page={page} token={token} onPage={onPage} />
          </Page>
        );
      }}
    </Linked>
  );
}

type Chosen = { email?: boolean; text?: boolean };

/** Only what was changed here is sent: the rest may have changed since the page was read. */
function PreferencesPart({ page, token, onPage }: LinkPageProps) {
  const words = { ...useWords(preferencesWords), failed: useWords(commonWords).failed };
  const { language } = useLanguage();
  const [changed, setChanged] = useState<Chosen>({});
  const [state, setState] = useState<'idle' | 'busy' | 'saved'>('idle');
  const [failure, setFailure] = useState<string | null>(null);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setState('busy');
    setFailure(null);
    const { data, error } = await savePreferences({ token, ...changed });
    setState(error ? 'idle' : 'saved');
    if (error) return setFailure(inLanguage(error.message || words.failed, language));
    onPage(data);
    setChanged({});
  }
  function choose(changes: Chosen): void {
    setState('idle');
    setChanged((before) => ({ ...before, ...changes }));
  }

  return (
    <form onSubmit={(event) => void save(event)}>
      <Check
        label={words.email}
        hint={page.hasEmail ? undefined : words.noEmail}
        isChecked={changed.email ?? page.email}
        onChange={(email) => choose({ email })}
      />
      <Check
        label={words.text}
        hint={page.hasPhone ? words.textHint : words.noPhone}
        isChecked={changed.text ?? page.text}
        onChange={(text) => choose({ text })}
      />
      {failure !== null && <Notice kind="failure">{failure}</Notice>}
      <div className="actions">
        <Button kind="filled" type="submit" isBusy={state === 'busy'}>
          {words.save}
        </Button>
      </div>
      {state === 'saved' && <Notice kind="done">{words.saved}</Notice>}
    </form>
  );
}
