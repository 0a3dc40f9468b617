import { useState, type FormEvent } from 'react';
import { consentPurposes, type ConsentPurpose } from '#contract/messages/consent-purposes.ts';
import type { LinkPage, messageEndpoints } from '#contract/messages/endpoints.ts';
import { fill, languages, type Language } from '#contract/words/language.ts';
import { preferencesWords } from '#contract/words/preferences-page.ts';
import { Button, Check, Field, Notice } from '../kit/controls.tsx';
import { useFailure } from '../kit/failure.ts';
import { useLanguage, useWords } from '../kit/language.tsx';
import { Page } from '../kit/page.tsx';
import { usePlace } from '../kit/place.ts';
import { endpoint } from '../kit/send.ts';
import { readLink } from '../kit/read-ahead.ts';
import { Linked, type LinkPageProps } from './linked.tsx';
import { MobilePart } from './mobile-number.tsx';

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
            {/* The link of a visit may be in other hands. */}
            {page.purpose === 'preferences' && <MobilePart page={page} token={token} onPage={onPage} />}
          </Page>
        );
      }}
    </Linked>
  );
}

type Way = 'email' | 'text';
type Chosen = Partial<Record<ConsentPurpose, boolean>>;
type Changed = { email: Chosen; text: Chosen; language?: Language };
const nothing: Changed = { email: {}, text: {} };

/** Only what was changed here is sent: the rest may have changed since the page was read. */
function PreferencesPart({ page, token, onPage }: LinkPageProps) {
  const words = useWords(preferencesWords);
  const { language: read } = useLanguage();
  const [changed, setChanged] = useState(nothing);
  const [state, setState] = useState<'idle' | 'busy' | 'saved' | 'offline'>('idle');
  const { failure, show } = useFailure();

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (state === 'busy') return;
    setState('busy');
    show(null);
    const { data, error } = await savePreferences({ token, read, ...changed });
    // What was chosen stays as it is, here, until it is saved.
    if (error?.status === 0) return setState('offline');
    setState(error ? 'idle' : 'saved');
    if (error) return show(error);
    onPage(data);
    setChanged(nothing);
  }
  function change(changes: (before: Changed) => Changed): void {
    setState('idle');
    setChanged(changes);
  }
  const choose = (way: Way, purpose: ConsentPurpose, isChosen: boolean) =>
    change((before) => ({ ...before, [way]: { ...before[way], [purpose]: isChosen } }));

  return (
    <form onSubmit={(event) => void save(event)}>
      {!page.hasEmail && <p className="hint">{words.noEmail}</p>}
      <p className="hint">{page.mobile === null ? words.noPhone : words.textHint}</p>
      {consentPurposes.map((purpose) => (
        <fieldset key={purpose}>
          <legend>{words[purpose]}</legend>
          {(['email', 'text'] as const).map((way) => (
            <Check
              key={way}
              label={words[way]}
              isChecked={changed[way][purpose] ?? page[way][purpose]}
              onChange={(isChosen) => choose(way, purpose, isChosen)}
            />
          ))}
        </fieldset>
      ))}
      <LanguageChoice
        page={page}
        chosen={changed.language}
        onChoose={(language) => change((before) => ({ ...before, language }))}
      />
      {failure !== null && <Notice kind="failure">{failure}</Notice>}
      {state === 'offline' && <Notice kind="failure">{words.kept}</Notice>}
      <div className="actions">
        <Button kind="filled" type="submit" isBusy={state === 'busy'}>
          {words.save}
        </Button>
      </div>
      {state === 'saved' && <Notice kind="done">{words.saved}</Notice>}
    </form>
  );
}

type LanguageProps = { page: LinkPage; chosen: Language | undefined; onChoose(language: Language): void };

function LanguageChoice({ page, chosen, onChoose }: LanguageProps) {
  const words = useWords(preferencesWords);
  return (
    <Field label={words.language}>
      {({ id }) => (
        <select
          id={id}
          value={chosen ?? page.language ?? ''}
          onChange={(event) => onChoose(event.currentTarget.value as Language)}
        >
          {page.language === null && chosen === undefined && <option value="">{words.notChosen}</option>}
          {Object.entries(languages).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
