import { useCallback, useEffect, useRef, useState } from 'react';
import type { hepEndpoints, OwnProgram } from '#contract/hep/endpoints.ts';
import type { LogEntry } from '#contract/hep/home-program-log.ts';
import { endpoint } from '../kit/send.ts';
import { asPatient, lastSite, subjectHere, subjectNow, subjectOf } from '../kit/session.ts';
import { localDay } from './local-day.ts';
import { Programs, type KeptProgram } from './kept-program.ts';
import { sendLogs } from './send-logs.ts';

const programCall = endpoint<typeof hepEndpoints.program>('GET /hep/program');

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
  /** The phone has all that was logged; else it is in memory alone. */
  isKept: boolean;
  /** An entry was not taken: another patient has logged in on this phone since the page was drawn. */
  isOfOther: boolean;
  isLoading: boolean;
  /** The day on this phone, as it was when the page was last looked at. */
  today: string;
  /** Resolves once the entry is kept or counted as waiting, not once it is sent. False: it is not theirs to log. */
  log(entry: LogEntry): Promise<boolean>;
  /** Sends what waits, and answers how many are left. */
  sendAll(): Promise<number>;
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
  const [isKept, setKept] = useState(true);
  const [isOfOther, setOfOther] = useState(false);
  const [programs] = useState(() => new Programs());
  const sending = useRef<Promise<void> | null>(null);

  const show = useCallback(
    (next: KeptProgram): void => {
      setProgram(next);
      setKept(programs.keepsAll(next.subject));
    },
    [programs],
  );

  const send = useCallback(
    (of: KeptProgram): Promise<void> => {
      const run = async (): Promise<void> => {
        if (of.unsent.length === 0) return;
        const error = await sendLogs(programs, of, {
          answered(kept, refused) {
            show(kept);
            if (refused > 0) setRefused(true);
          },
        });
        setProblem(error ?? null);
      };
      sending.current ??= run().finally(() => {
        sending.current = null;
      });
      return sending.current;
    },
    [programs, show],
  );

  const load = useCallback(async (): Promise<void> => {
    setLoading(true);
    const here = await subjectHere();
    const known = here === null ? null : await programs.read(here);
    // What another patient saw on this phone is theirs.
    setProgram((before) => known ?? (before?.subject === here ? before : null));
    setToday(localDay(new Date()));
    let subject = '';
    const { data, error } = await asPatient((token) => {
      subject = subjectOf(token);
      return programCall({}, { token });
    });
    setLoading(false);
    if (error) return setProblem(error);
    // Logged out since it was asked: nothing of it is kept.
    if (subjectNow() !== subject) return;
    setProblem(null);
    const { items, notes, logs } = data;
    const next = (was: KeptProgram | null) => ({ subject, items, notes, logs, unsent: was?.unsent ?? [] });
    const kept = await programs.change(subject, next, { isFetched: true });
    setClinic({ clinic: data.clinic, phone: data.phone });
    show(kept);
    rememberPlace();
    await send(kept);
  }, [programs, send, show]);

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

  async function log(entry: LogEntry): Promise<boolean> {
    if (!program) return false;
    const { subject } = program;
    if ((await subjectHere()) !== subject) {
      setOfOther(true);
      reload();
      return false;
    }
    setOfOther(false);
    const add = (was: KeptProgram | null) => ({ ...program, ...was, unsent: [...(was ?? program).unsent, entry] });
    const kept = await programs.change(subject, add);
    show(kept);
    // A connection that says nothing stops nobody.
    void send(kept);
    return true;
  }

  async function sendAll(): Promise<number> {
    if (!program) return 0;
    await send(program);
    return (await programs.read(program.subject))?.unsent.length ?? 0;
  }
  return { program, clinic, problem, isRefused, isKept, isOfOther, isLoading, today, log, sendAll, reload };
}

/** A copy on a home screen begins where it was made: it has to know whose clinic to log in to. */
function rememberPlace(): void {
  const w = lastSite();
  if (w === null) return;
  window.history.replaceState(null, '', `/hep?app=hep&w=${encodeURIComponent(w)}`);
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/hep.webmanifest?w=${encodeURIComponent(w)}`);
}
