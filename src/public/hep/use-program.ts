import { useCallback, useEffect, useRef, useState } from 'react';
import type { hepEndpoints, OwnProgram } from '#contract/hep/endpoints.ts';
import type { LogEntry } from '#contract/hep/home-program-log.ts';
import { endpoint } from '../kit/send.ts';
import { asPatient, lastSite, subjectNow } from '../kit/session.ts';
import { localDay } from './local-day.ts';
import { changeProgram, lastProgram, type KeptProgram } from './kept-program.ts';

const programCall = endpoint<typeof hepEndpoints.program>('GET /hep/program');
const logCall = endpoint<typeof hepEndpoints.log>('POST /hep/logs');
/** More go with the next call. */
const mostAtOnce = 200;

type Problem = { status: number; message: string };
export type ShownProgram = {
  /** What there is to show; null before anything is known. */
  program: KeptProgram | null;
  /** In memory alone, while it is known. */
  clinic: Pick<OwnProgram, 'clinic' | 'phone'> | null;
  /** Why the last call did not work. */
  problem: Problem | null;
  /** An entry was refused since the page was opened. */
  isRefused: boolean;
  isLoading: boolean;
  /** The day on this phone, as it was when the page was last looked at. */
  today: string;
  log(entry: LogEntry): Promise<void>;
  reload(): void;
};

/** The program of who is logged in, from the server or from this phone, and the way to log what was done. */
export function useProgram(): ShownProgram {
  const [program, setProgram] = useState<KeptProgram | null>(null);
  const [clinic, setClinic] = useState<ShownProgram['clinic']>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isRefused, setRefused] = useState(false);
  const [isLoading, setLoading] = useState(true);
  const [today, setToday] = useState(() => localDay(new Date()));
  const isSending = useRef(false);

  /** Entries go out under their ids until the server has them all: one that was sent twice is one entry. */
  const send = useCallback(async (of: KeptProgram): Promise<void> => {
    const inSession = subjectNow();
    // Another patient has logged in on this phone: what this one logged waits for them.
    if (isSending.current || (inSession !== null && inSession !== of.subject)) return;
    isSending.current = true;
    try {
      for (let kept = of; kept.unsent.length > 0;) {
        const logs = kept.unsent.slice(0, mostAtOnce);
        const { data, error } = await asPatient((token) => logCall({ logs }, { token }));
        if (error || subjectNow() !== of.subject) return setProblem(error ?? null);
        setProblem(null);
        if (data.refused.length > 0) setRefused(true);
        kept = await changeProgram(of.subject, (was) => withAnswer(was ?? kept, data));
        setProgram(kept);
      }
    } finally {
      isSending.current = false;
    }
  }, []);

  const load = useCallback(async (): Promise<void> => {
    const known = await lastProgram();
    if (known) setProgram(known);
    setToday(localDay(new Date()));
    const { data, error } = await asPatient((token) => programCall({}, { token }));
    setLoading(false);
    if (error) return setProblem(error);
    setProblem(null);
    const subject = subjectNow() ?? '';
    const { items, notes, logs } = data;
    const next = (was: KeptProgram | null) => ({ subject, items, notes, logs, unsent: was?.unsent ?? [] });
    // A phone that may keep nothing shows it all the same.
    const kept = await changeProgram(subject, next).catch(() => next(null));
    setClinic({ clinic: data.clinic, phone: data.phone });
    setProgram(kept);
    rememberPlace();
    await send(kept);
  }, [send]);

  const reload = useCallback(() => void load(), [load]);
  useEffect(() => {
    queueMicrotask(reload);
    const back = () => document.visibilityState === 'visible' && void load();
    window.addEventListener('online', reload);
    document.addEventListener('visibilitychange', back);
    return () => {
      window.removeEventListener('online', reload);
      document.removeEventListener('visibilitychange', back);
    };
  }, [load, reload]);

  async function log(entry: LogEntry): Promise<void> {
    if (!program) return;
    const { subject } = program;
    const add = (was: KeptProgram | null) => ({ ...program, ...was, unsent: [...(was ?? program).unsent, entry] });
    // What the phone may not keep is sent, and counted as unsent until then.
    const kept = await changeProgram(subject, add).catch(() => add(program));
    setProgram(kept);
    await send(kept);
  }
  return { program, clinic, problem, isRefused, isLoading, today, log, reload };
}

function withAnswer(was: KeptProgram, { taken, refused }: { taken: string[]; refused: string[] }): KeptProgram {
  const gone = new Set<string>([...taken, ...refused]);
  const sent = was.unsent.filter(({ HomeProgramLogId: id }) => taken.includes(id));
  const known = new Set<string>(was.logs.map(({ HomeProgramLogId: id }) => id));
  return {
    ...was,
    logs: [...was.logs, ...sent.filter(({ HomeProgramLogId: id }) => !known.has(id))],
    unsent: was.unsent.filter(({ HomeProgramLogId: id }) => !gone.has(id)),
  };
}

/** A copy on a home screen begins where it was made: it has to know whose clinic to log in to. */
function rememberPlace(): void {
  const w = lastSite();
  if (w === null) return;
  window.history.replaceState(null, '', `/hep?app=hep&w=${encodeURIComponent(w)}`);
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/hep.webmanifest?w=${encodeURIComponent(w)}`);
}
