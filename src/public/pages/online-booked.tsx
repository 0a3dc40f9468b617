import type { OnlineBooking } from '#contract/online-scheduling/endpoints.ts';
import { fill } from '#contract/words/language.ts';
import { schedulingWords } from '#contract/words/scheduling-page.ts';
import { Button, Notice } from '../kit/controls.tsx';
import { useLanguage, useWords } from '../kit/language.tsx';
import { Page } from '../kit/page.tsx';
import { saveText } from '../kit/save-text.ts';
import { showClock, showDay } from '../kit/when.ts';

type Props = {
  booking: OnlineBooking;
  clinic: string;
  /** At a kiosk: goes on to its next screen. There is nothing to save on a tablet of many people. */
  onDone?: (() => void) | undefined;
};

/** What was booked, to keep. */
export function Booked({ booking, clinic, onDone }: Props) {
  const words = useWords(schedulingWords);
  const { language } = useLanguage();
  const { Start, End, name, provider, place, address, phone, needsApproval, calendar } = booking;
  return (
    <Page title={words.doneTitle} clinic={clinic} phone={phone}>
      <p className="when">
        {showDay(Start, language)}, {showClock(Start, language)} – {showClock(End, language)}
      </p>
      <p className="place">
        {name}
        <br />
        {fill(words.with, { name: provider })}
        <br />
        {[place, address].filter(Boolean).join(', ')}
      </p>
      {needsApproval && <Notice kind="note">{words.approval}</Notice>}
      <div className="actions">
        {onDone ? (
          <Button kind="filled" onClick={onDone}>
            {words.next}
          </Button>
        ) : (
          <Button kind="filled" onClick={() => saveText(calendar, { name: 'visit.ics', type: 'text/calendar' })}>
            {words.addToCalendar}
          </Button>
        )}
      </div>
      {!onDone && (
        <p className="foot links">
          <a href="/patient_visits">{words.visits}</a>
          <a href="/patientLogout">{words.logOut}</a>
        </p>
      )}
    </Page>
  );
}
