import { useEffect, useState } from 'react';
import type { OwnVisit, OwnVisits, patientVisitEndpoints } from '#contract/patient-visits/endpoints.ts';
import { fill } from '#contract/words/language.ts';
import { visitsWords } from '#contract/words/visits-page.ts';
import { Button, Notice } from '../kit/controls.tsx';
import { useFailure } from '../kit/failure.ts';
import { useLanguage, useWords } from '../kit/language.tsx';
import { LoginProblem } from '../kit/login-problem.tsx';
import { Loading, Page } from '../kit/page.tsx';
import { Retry } from '../kit/retry.tsx';
import { endpoint, type Answer } from '../kit/send.ts';
import { asPatient } from '../kit/session.ts';
import { saveText } from '../kit/save-text.ts';
import { showClock, showDay } from '../kit/when.ts';
import { VisitAnswers } from './visit-answers.tsx';

type Table = typeof patientVisitEndpoints;
const list = endpoint<Table['list']>('GET /patient/visits');
const calendar = endpoint<Table['calendar']>('GET /patient/visits/:id/calendar');
const confirm = endpoint<Table['confirm']>('POST /patient/visits/:id/confirm');
const cannotCome = endpoint<Table['cannotCome']>('POST /patient/visits/:id/cannotCome');
const anotherTime = endpoint<Table['anotherTime']>('POST /patient/visits/:id/anotherTime');

const readVisits = () => asPatient((token) => list({}, { token }));

/** /patient_visits (spec 2): upcoming visits with what can be done about each, and those of the last 90 days. */
export function PatientVisits() {
  const words = useWords(visitsWords);
  const [found, setFound] = useState<Answer<OwnVisits> | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => void readVisits().then(setFound), [attempt]);
  if (found === null) return <Loading />;
  if (found.error) {
    const { status } = found.error;
    if (status === 401 || status === 403)
      return <LoginProblem status={status} message={found.error.message} aupl={false} agl />;
    return <Retry error={found.error} onRetry={() => setAttempt(attempt + 1)} />;
  }
  const { clinic, visits } = found.data;
  const upcoming = visits.filter(({ state }) => state === 'booked' || state === 'confirmed');
  const past = visits.filter((one) => !upcoming.includes(one)).reverse();
  const names = new Set(visits.map(({ FirstName }) => FirstName));
  const show = (one: OwnVisit) => (
    <VisitCard
      key={one.VisitId}
      visit={one}
      isNamed={names.size > 1 || found.data.kind === 'guarantor'}
      onVisits={(data) => setFound({ data })}
    />
  );
  return (
    <Page title={words.title} clinic={clinic} phone={visits[0]?.phone}>
      <section aria-labelledby="upcoming">
        <h2 id="upcoming">{words.upcoming}</h2>
        {upcoming.length === 0 && <p>{words.none}</p>}
        <ul className="cards">{upcoming.map(show)}</ul>
      </section>
      <section aria-labelledby="past">
        <h2 id="past">{words.past}</h2>
        {past.length === 0 && <p>{words.nonePast}</p>}
        <ul className="cards">{past.map(show)}</ul>
      </section>
      <div className="actions">
        <Button onClick={() => window.print()}>{words.print}</Button>
      </div>
      <p className="foot">
        <a href="/patientLogout">{words.logOut}</a>
      </p>
    </Page>
  );
}

type CardProps = { visit: OwnVisit; isNamed: boolean; onVisits(visits: OwnVisits): void };

function VisitCard({ visit, isNamed, onVisits }: CardProps) {
  const words = useWords(visitsWords);
  const { language } = useLanguage();
  const { failure, show } = useFailure();
  const { VisitId: id, Start, End, FirstName, provider, place, address, state } = visit;
  const isOpen = state === 'booked' || state === 'confirmed';
  const when = `${showDay(Start, language)}, ${showClock(Start, language)}`;
  const own = { id, Start: visit.Start };

  async function toCalendar(): Promise<void> {
    const { data, error } = await asPatient((token) => calendar({ id }, { token }));
    if (error) show(error);
    else saveText(data.text, { name: 'visit.ics', type: 'text/calendar' });
  }
  /** What was refused may have changed: the page shows the visits as they are. */
  async function answer(call: (token: string) => Promise<Answer<OwnVisits>>): Promise<boolean> {
    const { data, error } = await asPatient(call);
    if (data) onVisits(data);
    if (!error) return true;
    show(error);
    const fresh = await readVisits();
    if (fresh.data) onVisits(fresh.data);
    return false;
  }
  return (
    <li className="card" aria-label={fill(words.about, { what: words[state], when })}>
      <p className="when">
        {when} – {showClock(End, language)}
      </p>
      <p className="place">
        {isNamed && (
          <>
            {fill(words.for, { name: FirstName })}
            <br />
          </>
        )}
        {provider !== '' && (
          <>
            {fill(words.with, { name: provider })}
            <br />
          </>
        )}
        {place}
      </p>
      {!isOpen && <Notice kind="note">{words[state]}</Notice>}
      {failure !== null && <Notice kind="failure">{failure}</Notice>}
      {isOpen && (
        <>
          <VisitAnswers
            visit={visit}
            onConfirm={() => answer((token) => confirm(own, { token }))}
            onCannotCome={() => answer((token) => cannotCome(own, { token }))}
            onAnotherTime={(note) => answer((token) => anotherTime({ ...own, note }, { token }))}
          />
          <p className="links">
            <button type="button" className="as-link" onClick={() => void toCalendar()}>
              {words.addToCalendar}
            </button>
            <a href={`geo:0,0?q=${encodeURIComponent(address)}`}>{words.directions}</a>
          </p>
        </>
      )}
    </li>
  );
}
