import { lazy, Suspense, useState } from 'react';
import type { OwnItem } from '#contract/hep/endpoints.ts';
import { dayBefore, todaysList, type Today } from '#contract/hep/todays-list.ts';
import { loginAddress } from '#contract/patient-login/login-address.ts';
import { loginPath } from '#contract/public/paths.ts';
import { hepWords, howOften } from '#contract/words/hep-page.ts';
import { fill } from '#contract/words/language.ts';
import { Notice } from '../kit/controls.tsx';
import { useLanguage, useWords } from '../kit/language.tsx';
import { LoginProblem } from '../kit/login-problem.tsx';
import { useOnePress } from '../kit/one-press.ts';
import { Loading, Page } from '../kit/page.tsx';
import { usePlace } from '../kit/place.ts';
import { Retry } from '../kit/retry.tsx';
import { lastSite } from '../kit/session.ts';
import { PatientLogout } from '../pages/patient-logout.tsx';
import { Figure } from './figure.tsx';
import type { KeptProgram } from './kept-program.ts';
import { Player } from './player.tsx';
import { useProgram, type ShownProgram } from './use-program.ts';

const PatientLogin = lazy(async () => ({ default: (await import('../pages/patient-login.tsx')).PatientLogin }));

/** /hep (spec 2), with its own login: a copy on the home screen of an iPhone shares none with the browser. */
export function HomeProgramPage() {
  useOnePress();
  const { pathname } = usePlace();
  if (pathname !== loginPath(pathname)) return <ProgramPage />;
  return (
    <Suspense fallback={<Loading />}>
      <PatientLogin />
    </Suspense>
  );
}

/** What to do today, one exercise after the other, and what was done; also without a connection. */
function ProgramPage() {
  const shown = useProgram();
  const { program, problem, isLoading } = shown;
  const [isLeaving, setLeaving] = useState(false);
  if (isLeaving) return <PatientLogout returnTo="/hep" send={shown.sendAll} onStay={() => setLeaving(false)} />;
  if (!program && isLoading) return <Loading />;
  // A login that is for something else shows no program, though it may be of the same patient.
  if (problem && (problem.status === 403 || (problem.status === 401 && !program)))
    return <LoginProblem status={problem.status} message={problem.message} aupl={false} agl={false} />;
  if (!program) return <Retry error={problem ?? { status: 0, message: '' }} onRetry={shown.reload} />;
  return <Program key={program.subject} shown={shown} program={program} onLeave={() => setLeaving(true)} />;
}

type ProgramProps = { shown: ShownProgram; program: KeptProgram; onLeave(): void };

/** The program of one patient: nothing that was opened or chosen of another's is in it. */
function Program({ shown, program, onLeave }: ProgramProps) {
  const words = useWords(hepWords);
  const [isYesterday, setYesterday] = useState(false);
  const [open, setOpen] = useState<string | null>(null);
  const day = isYesterday ? dayBefore(shown.today) : shown.today;
  const list = todaysList(program.items, [...program.logs, ...program.unsent], day);
  const current = list.find(({ item }) => item.ExerciseId === open);
  if (current)
    return (
      <Player
        key={`${current.item.ExerciseId} ${day}`}
        of={current}
        step={list.indexOf(current) + 1}
        all={list.length}
        day={day}
        isYesterday={isYesterday}
        clinic={shown.clinic}
        onLog={async (entry) => {
          const isTaken = await shown.log(entry);
          // To the next that is left, once this one is done as often as it should be.
          const isLeft = !isTaken || (entry.done && current.times + 1 < current.item.PerDay);
          const next = list.find((one) => !one.isDone && one !== current);
          const then = isLeft ? null : (next?.item.ExerciseId ?? null);
          // Who has gone back meanwhile stays there.
          setOpen((now) => (now === current.item.ExerciseId ? then : now));
        }}
        onBack={() => setOpen(null)}
      />
    );
  return (
    <Page title={words.title} clinic={shown.clinic?.clinic} phone={shown.clinic?.phone}>
      <State shown={shown} waiting={program.unsent.length} />
      {program.notes.map((note) => (
        <section key={note} className="card note">
          <h2>{words.noteFrom}</h2>
          <p>{note}</p>
        </section>
      ))}
      <Days isYesterday={isYesterday} onChange={setYesterday} />
      <List program={program.items} list={list} onOpen={setOpen} />
      <p className="foot">{words.watched}</p>
      <p className="foot">{words.install}</p>
      <p className="foot">
        <a
          href="/patientLogout"
          onClick={(event) => {
            // Here, where it works without a connection and on a home screen: what waits is sent first, or asked about.
            event.preventDefault();
            onLeave();
          }}
        >
          {words.logOut}
        </a>
      </p>
    </Page>
  );
}

/** What is not as it should be: no connection, a login that has ended, entries that wait. */
function State({
  shown: { problem, isRefused, isKept, isOfOther },
  waiting,
}: {
  shown: ShownProgram;
  waiting: number;
}) {
  const words = useWords(hepWords);
  const w = new URLSearchParams(window.location.search).get('w') ?? lastSite();
  const hasLoggedOut = problem?.status === 401;
  const sentence = isKept
    ? { one: words.oneUnsent, many: words.unsent }
    : { one: words.oneNotKept, many: words.notKept };
  return (
    <>
      {isOfOther && <Notice kind="failure">{words.otherLogin}</Notice>}
      {problem && !hasLoggedOut && isKept && <Notice kind="note">{words.offline}</Notice>}
      {hasLoggedOut && (
        <Notice kind="note">
          {words.login}{' '}
          {w !== null && <a href={loginAddress({ returnTo: '/hep', w, aupl: false, agl: false })}>{words.toLogin}</a>}
        </Notice>
      )}
      {waiting > 0 && (
        <Notice kind="note">{waiting === 1 ? sentence.one : fill(sentence.many, { count: String(waiting) })}</Notice>
      )}
      {isRefused && <Notice kind="failure">{words.refused}</Notice>}
    </>
  );
}

function Days({ isYesterday, onChange }: { isYesterday: boolean; onChange(isYesterday: boolean): void }) {
  const words = useWords(hepWords);
  const choice = (label: string, value: boolean) => (
    <label className="choice">
      <input type="radio" name="day" checked={isYesterday === value} onChange={() => onChange(value)} />
      <span>{label}</span>
    </label>
  );
  return (
    <fieldset className="choices">
      <legend>{words.day}</legend>
      {choice(words.today, false)}
      {choice(words.yesterday, true)}
    </fieldset>
  );
}

type ListProps = { program: readonly OwnItem[]; list: readonly Today<OwnItem>[]; onOpen(id: string): void };

function List({ program, list, onOpen }: ListProps) {
  const words = useWords(hepWords);
  if (program.length === 0) return <p>{words.none}</p>;
  if (list.length === 0) return <Notice kind="done">{words.nothingToday}</Notice>;
  const done = list.filter(({ isDone }) => isDone).length;
  return (
    <>
      {done === list.length ? (
        <Notice kind="done">{words.allDone}</Notice>
      ) : (
        <p>{fill(words.doneOf, { done: String(done), all: String(list.length) })}</p>
      )}
      <ul className="cards">
        {list.map((one) => (
          <Line key={one.item.ExerciseId} of={one} onOpen={() => onOpen(one.item.ExerciseId)} />
        ))}
      </ul>
    </>
  );
}

function Line({ of: { item, times, isDone }, onOpen }: { of: Today<OwnItem>; onOpen(): void }) {
  const words = useWords(hepWords);
  const { language } = useLanguage();
  const { Name, dose } = item[language];
  const left = fill(words.timesLeft, { times: String(times), all: String(item.PerDay) });
  return (
    <li className="card exercise">
      <Figure svg={item.figure} size={72} />
      <div className="what">
        <h2>{Name}</h2>
        <p>{[dose, howOften(item, language)].filter(Boolean).join('; ')}</p>
        {(isDone || times > 0) && <p className="state">{isDone ? words.isDone : left}</p>}
      </div>
      <button
        type="button"
        className={`button ${isDone ? 'plain' : 'filled'}`}
        aria-label={`${isDone ? words.again : words.start}: ${Name}`}
        onClick={onOpen}
      >
        {isDone ? words.again : words.start}
      </button>
    </li>
  );
}
