import { showDate, showTime } from '#contract/base/dates.ts';
import { showName } from '#contract/base/text.ts';
import { statesOfCalls } from '#local/call-states.ts';
import { subjectsOfCalls } from '#local/call-patient.ts';
import { dropDraft, readDraft, saveDraft } from '#local/drafts.ts';
import { waitingCalls } from '#local/outbox.ts';
import { callDetail, callWords } from '../shell/call-words.ts';

/** A call that waited during an outage, in words: its text leaves the device with it. */
type KeptCall = { mid: number; what: string; about: string | null; madeAt: string; wasParked: boolean };
type KeptList = { since: number; endedAt: number | null; calls: KeptCall[] };

/** `settled`: the server did not take it as it was, and a person decided on it since. */
export type SentState = 'waiting' | 'sent' | 'parked' | 'settled';
export type SentCall = KeptCall & { state: SentState };
export type SentList = { since: number; endedAt: number | null; calls: SentCall[] };

/** Sealed like a half-written text, so that it outlives a reload and is read by its owner alone. */
const place = 'outage-sent';

/** Remembers what waits now, for the list that is shown when it was sent. */
export async function noteWaiting(since: number): Promise<void> {
  const [kept, waiting] = await Promise.all([readDraft<KeptList>(place), waitingCalls()]);
  const list = kept && kept.endedAt === null ? kept : { since, endedAt: null, calls: kept?.calls ?? [] };
  const known = new Set(list.calls.map(({ mid }) => mid));
  const fresh = waiting.filter(({ mid }) => !known.has(mid));
  if (fresh.length === 0 && kept?.endedAt === null) return;
  const subjects = await subjectsOfCalls(fresh.map(({ input }) => input));
  const calls = fresh.map(({ mid, name, input, madeAt }, at): KeptCall => {
    const { patient, visit } = subjects[at] ?? {};
    const about = [
      patient && showName(patient),
      visit && `visit of ${showDate(visit.Start)}, ${showTime(visit.Start)}`,
      callDetail(name, input),
    ].filter(Boolean);
    const what = callWords(name, input);
    return { mid, what, about: about.length > 0 ? about.join(' · ') : null, madeAt, wasParked: false };
  });
  await saveDraft(place, { ...list, calls: [...list.calls, ...calls] });
}

/** Ends the list; whether there is anything on it. */
export async function closeSentList(endedAt: number): Promise<boolean> {
  const kept = await readDraft<KeptList>(place);
  if (!kept || kept.calls.length === 0) {
    await dropDraft(place);
    return false;
  }
  await saveDraft(place, { ...kept, endedAt: kept.endedAt ?? endedAt });
  return true;
}

/** What waited during the outage and what became of it; null when there is no list. */
export async function readSentList(): Promise<SentList | null> {
  const kept = await readDraft<KeptList>(place);
  if (!kept) return null;
  const states = await statesOfCalls(kept.calls.map(({ mid }) => mid));
  const calls = kept.calls.map((call, at): SentCall => ({ ...call, state: stateOf(call, states[at] ?? 'gone') }));
  return { ...kept, calls };
}

/** A refused call that is gone later was not simply taken: somebody decided. */
export async function rememberParked(list: SentList): Promise<void> {
  const parked = new Set(list.calls.flatMap((call) => (call.state === 'parked' && !call.wasParked ? [call.mid] : [])));
  if (parked.size === 0) return;
  const kept = await readDraft<KeptList>(place);
  if (!kept) return;
  const calls = kept.calls.map((call) => (parked.has(call.mid) ? { ...call, wasParked: true } : call));
  await saveDraft(place, { ...kept, calls });
}

export function dropSentList(): Promise<void> {
  return dropDraft(place);
}

function stateOf({ wasParked }: KeptCall, state: Awaited<ReturnType<typeof statesOfCalls>>[number]): SentState {
  if (state === 'waiting' || state === 'parked') return state;
  if (state === 'discarded' || (state === 'gone' && wasParked)) return 'settled';
  return 'sent';
}
