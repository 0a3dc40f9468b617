import { useState, type FormEvent } from 'react';
import type { patientLoginEndpoints } from '#contract/patient-login/endpoints.ts';
import { loginWords } from '#contract/words/login-page.ts';
import { BirthDate, dateTyped, noDate } from '../kit/birth-date.tsx';
import { Button, Check, Notice } from '../kit/controls.tsx';
import { useFailure } from '../kit/failure.ts';
import { useWords } from '../kit/language.tsx';
import { Page } from '../kit/page.tsx';
import { goTo } from '../kit/place.ts';
import { endpoint } from '../kit/send.ts';
import { keepSession, newDeviceKey } from '../kit/session.ts';

const openLink = endpoint<typeof patientLoginEndpoints.link>('POST /patientLogin/link');

type Props = { token: string; clinic: string; phone: string | null; returnTo: string };

/** A link that opens with the birth date of its patient. */
export function LinkLogin({ token, clinic, phone, returnTo }: Props) {
  const words = useWords(loginWords);
  const [date, setDate] = useState(noDate);
  const [isOwnDevice, setOwnDevice] = useState(false);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { failure, show } = useFailure();
  const DateOfBirth = dateTyped(date);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (isBusy || DateOfBirth === null) return;
    setBusy(true);
    const { keys, deviceKey } = await newDeviceKey();
    const { data, error } = await openLink({ token, DateOfBirth, deviceKey, isOwnDevice });
    setBusy(false);
    if (error) return show(error);
    if (data.session) await keepSession(data.session, keys);
    goTo(returnTo, { replace: true });
  }
  return (
    <Page title={words.linkTitle} lead={words.linkLead} clinic={clinic} phone={phone}>
      <form onSubmit={(event) => void send(event)} noValidate>
        <BirthDate typed={date} onType={setDate} isWrong={isTried && DateOfBirth === null} />
        <Check label={words.onlyI} hint={words.onlyIHint} isChecked={isOwnDevice} onChange={setOwnDevice} />
        {failure !== null && <Notice kind="failure">{failure}</Notice>}
        <div className="actions">
          <Button kind="filled" type="submit" isBusy={isBusy}>
            {words.linkOpen}
          </Button>
        </div>
      </form>
    </Page>
  );
}
