import { useState, type FormEvent } from 'react';
import { kioskWords } from '#contract/words/kiosk-page.ts';
import { fill } from '#contract/words/language.ts';
import { Button, Field, Notice } from '../kit/controls.tsx';
import { useFailure } from '../kit/failure.ts';
import { useWords } from '../kit/language.tsx';
import { Page } from '../kit/page.tsx';
import { enrollTablet, type Place } from './device.ts';

type Props = {
  wasRemoved: boolean;
  /** Arrivals on this tablet that the server does not have. */
  unsent: number;
  onEnrolled(place: Place): void;
};

/** A tablet that is no kiosk yet asks for the code from /company. */
export function Enroll({ wasRemoved, unsent, onEnrolled }: Props) {
  const words = useWords(kioskWords);
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { failure, show } = useFailure();

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const answer = await enrollTablet(code).catch(() => ({ error: { status: 1, message: words.noStorage } }) as const);
    setBusy(false);
    if (answer.error) show(answer.error);
    else onEnrolled(answer.data);
  }
  return (
    <Page title={words.enrollTitle} lead={words.enrollLead}>
      {wasRemoved && <Notice kind="note">{words.removed}</Notice>}
      {unsent > 0 && <Notice kind="failure">{fill(words.unsent, { count: String(unsent) })}</Notice>}
      <form onSubmit={(event) => void send(event)} noValidate autoComplete="off">
        <Field label={words.code}>
          {({ id, describedBy, isWrong }) => (
            <input
              id={id}
              aria-describedby={describedBy}
              aria-invalid={isWrong}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={12}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          )}
        </Field>
        {failure !== null && <Notice kind="failure">{failure}</Notice>}
        <div className="actions">
          <Button kind="filled" type="submit" isBusy={isBusy}>
            {words.enroll}
          </Button>
        </div>
      </form>
    </Page>
  );
}
