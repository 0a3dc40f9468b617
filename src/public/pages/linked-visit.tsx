import { lazy, Suspense, useState } from 'react';
import type { LinkedVisit, LinkPage, messageEndpoints } from '#contract/messages/endpoints.ts';
import { fill } from '#contract/words/language.ts';
import { visitWords } from '#contract/words/visit-page.ts';
import { Button, Notice } from '../kit/controls.tsx';
import { useFailure } from '../kit/failure.ts';
import { useLanguage, useWords } from '../kit/language.tsx';
import { endpoint, type Answer } from '../kit/send.ts';
import { showClock, showDay } from '../kit/when.ts';
import { readLink } from '../kit/read-ahead.ts';
import type { LinkPageProps } from './linked.tsx';
import { Loading } from '../kit/page.tsx';
import { VisitAnswers } from './visit-answers.tsx';

const confirm = endpoint<typeof messageEndpoints.confirm>('POST /messages/link/confirm');
const cannotCome = endpoint<typeof messageEndpoints.cannotCome>('POST /messages/link/cannotCome');
const anotherTime = endpoint<typeof messageEndpoints.anotherTime>('POST /messages/link/anotherTime');

const checkinCode = endpoint<typeof messageEndpoints.checkinCode>('POST /messages/link/checkin');

const CheckinCode = lazy(async () => ({ default: (await import('./checkin-code.tsx')).CheckinCode }));

type Props = LinkPageProps & { page: LinkPage & { visit: LinkedVisit } };

/** A visit as its patient sees it through a link, and what can be done about it. */
export function LinkedVisitPart({ page: { visit, hasCheckinCode }, token, onPage }: Props) {
  const words = useWords(visitWords);
  const { language } = useLanguage();
  const { failure, show } = useFailure();
  const seen = { token, Start: visit.Start };

  async function answer({ data, error }: Answer<LinkPage>): Promise<boolean> {
    show(error ?? null);
    // A visit that refused may have been moved, canceled or begun since the page was read.
    const fresh = data ?? (await readLink({ token })).data;
    if (fresh) onPage(fresh);
    return data !== undefined;
  }
  return (
    <>
      <p className="when">
        {fill(words.at, { day: showDay(visit.Start, language), time: showClock(visit.Start, language) })}
      </p>
      <p className="place">{visit.place}</p>
      {failure !== null && <Notice kind="failure">{failure}</Notice>}
      {hasCheckinCode && <ForKiosk token={token} onFailure={show} />}
      <VisitAnswers
        visit={visit}
        onConfirm={async () => answer(await confirm(seen))}
        onCannotCome={async () => answer(await cannotCome(seen))}
        onAnotherTime={async (note) => answer(await anotherTime({ ...seen, note }))}
      />
      <p className="foot">
        <a href={`/notificationSettings#${token}`}>{words.preferences}</a>
      </p>
    </>
  );
}

type ForKioskProps = { token: string; onFailure: ReturnType<typeof useFailure>['show'] };

/** A code to show at the kiosk, made by a press: whatever else opens this page makes none. */
function ForKiosk({ token, onFailure }: ForKioskProps) {
  const words = useWords(visitWords);
  const [code, setCode] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function make(): Promise<void> {
    setBusy(true);
    const { data, error } = await checkinCode({ token });
    setBusy(false);
    onFailure(error ?? null);
    if (data) setCode(data.token);
  }
  if (code !== null)
    return (
      <Suspense fallback={<Loading />}>
        <CheckinCode token={code} />
      </Suspense>
    );
  return (
    <div className="actions">
      <Button isBusy={isBusy} onClick={() => void make()}>
        {words.showCode}
      </Button>
    </div>
  );
}
