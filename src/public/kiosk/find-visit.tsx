import { useState } from 'react';
import { mostTries } from '#contract/kiosk/arrivals.ts';
import type { Arriving } from '#contract/kiosk/endpoints.ts';
import { fill } from '#contract/words/language.ts';
import { kioskWords } from '#contract/words/kiosk-page.ts';
import { Button, Notice } from '../kit/controls.tsx';
import { useFailure } from '../kit/failure.ts';
import { useLanguage, useWords } from '../kit/language.tsx';
import { Page } from '../kit/page.tsx';
import { showClock } from '../kit/when.ts';
import { identify, startCheckin, type Checkin, type Known } from './checkin-calls.ts';
import { canScan } from './detector.ts';
import { WhoForm } from './who-form.tsx';

type Refused = { status: number; message: string };
type Props = {
  clinic: string;
  onStarted(checkin: Checkin, visit: Arriving, known: Known): void;
  /** Nobody could be found, or the server says so. */
  onDesk(): void;
  /** No connection, or a tablet that was removed; with what was typed. */
  onRefused(refused: Refused, known: Known): void;
  onStop(): void;
};

/** Who it is, then the visit in question. Nothing is listed. */
export function FindVisit({ clinic, onStarted, onDesk, onRefused, onStop }: Props) {
  const [found, setFound] = useState<{ known: Known; visits: readonly Arriving[] } | null>(null);
  const [tries, setTries] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const { failure, show } = useFailure();

  function missed(): void {
    if (tries + 1 >= mostTries) return onDesk();
    setTries(tries + 1);
    setFound(null);
  }
  function refused(error: Refused, known: Known): void {
    if (error.status === 0 || error.status === 401) return onRefused(error, known);
    if (error.status === 404 || error.status === 490) return onDesk();
    show(error);
  }
  async function look(known: Known): Promise<void> {
    setBusy(true);
    const { data, error } = await identify(known);
    setBusy(false);
    if (error) return refused(error, known);
    if (data.visits.length === 0) return missed();
    setFound({ known, visits: data.visits });
  }
  async function begin(visit: Arriving, known: Known): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const { data, error } = await startCheckin(known, visit);
    setBusy(false);
    if (error) refused(error, known);
    else onStarted(data, visit, known);
  }
  const [visit, ...others] = found?.visits ?? [];
  if (visit && found)
    return (
      <Asked
        key={visit.VisitId}
        {...{ clinic, visit, isBusy, failure, onStop }}
        onYes={() => void begin(visit, found.known)}
        onNo={() => (others.length > 0 ? setFound({ ...found, visits: others }) : missed())}
      />
    );
  return (
    <WhoForm
      key={tries}
      {...{ clinic, isBusy, failure, onStop }}
      isAgain={tries > 0}
      onKnown={(known) => void look(known)}
      onCode={canScan() ? (shown) => void look(shown) : undefined}
    />
  );
}

type AskedProps = {
  clinic: string;
  visit: Arriving;
  isBusy: boolean;
  failure: string | null;
  onYes(): void;
  onNo(): void;
  onStop(): void;
};

function Asked({ clinic, visit: { FirstName, Start }, isBusy, failure, onYes, onNo, onStop }: AskedProps) {
  const words = useWords(kioskWords);
  const { language } = useLanguage();
  const title = fill(words.confirm, { name: FirstName, time: showClock(Start, language) });
  return (
    <Page title={title} lead={words.confirmLead} clinic={clinic}>
      {failure !== null && <Notice kind="failure">{failure}</Notice>}
      <div className="actions">
        <Button kind="filled" isBusy={isBusy} onClick={onYes}>
          {words.yes}
        </Button>
        <Button onClick={onNo}>{words.no}</Button>
        <Button onClick={onStop}>{words.stop}</Button>
      </div>
    </Page>
  );
}
