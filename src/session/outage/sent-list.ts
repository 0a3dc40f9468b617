import { showDate, showTime } from '#contract/base/dates.ts';
import { showName } from '#contract/base/text.ts';
import { subjectsOfCalls } from '#local/outbox/call-patient.ts';
import { fatesOfCalls, followCalls, unfollowCalls, type CallFate } from '#local/outbox/call-states.ts';
import { device } from '#local/store/device.ts';
import { dropDraft, readDraft, saveDraft } from '#local/drafts/drafts.ts';
import { parkedCalls, waitingCalls, type WaitingCall } from '#local/outbox/outbox.ts';
import { callDetail, callTitle } from '#shared/call-words.ts';
import { changeViews } from '#shared/conflict-views.ts';
import { sentPlace as place } from './sent-place.ts';

/** A call of an outage, or one that took its place, in words: its text leaves the device with it. */
type KeptCall = { mid: number; what: string; about: string | null; madeAt: string };
type KeptList = { since: number; endedAt: number | null; calls: KeptCall[] };

/** `sent`: the server has taken it. `discarded`: it has not and never will, a person gave it up. */
export type SentState = 'waiting' | 'sent' | 'parked' | 'discarded';
export type SentCall = KeptCall & { state: SentState };
export type SentList = { since: number; endedAt: number | null; calls: SentCall[] };

/** Remembers what waits now and what was refused in this outage, for the list that is shown when it was sent. */
export function noteWaiting(since: number): Promise<void> {
  return alone(async () => {
    // Before the calls are read: none of them is replaced unseen after that.
    await followCalls();
    const [kept, { waiting, parked }] = await Promise.all([readDraft<KeptList>(place), unsentCalls()]);
    const isOpen = kept?.endedAt === null;
    const list = isOpen ? kept : { since, endedAt: null, calls: kept?.calls ?? [] };
    const fresh = notOn(list, [...waiting, ...parked.filter(({ madeAt }) => Date.parse(madeAt) >= since)]);
    if (fresh.length > 0 || (kept && !isOpen)) await keepMore(list, fresh);
  });
}

/** Remembers what took the place of calls on the list, while it can still be read: once taken, its text is gone. */
export function noteFollowing(): Promise<void> {
  return alone(async () => {
    const kept = await readDraft<KeptList>(place);
    if (!kept) return;
    const [fates, { waiting, parked }] = await Promise.all([fatesOf(kept), unsentCalls()]);
    const followed = new Set(fates.map(({ mid }) => mid));
    const fresh = notOn(kept, [...waiting, ...parked]).filter(({ mid }) => followed.has(mid));
    if (fresh.length > 0) await keepMore(kept, fresh);
  });
}

/** Ends the list; whether there is anything on it. */
export function closeSentList(endedAt: number): Promise<boolean> {
  return alone(async () => {
    const kept = await readDraft<KeptList>(place);
    if (kept && kept.calls.length > 0) {
      await saveDraft(place, { ...kept, endedAt: kept.endedAt ?? endedAt });
      return true;
    }
    await drop();
    return false;
  });
}

/** The calls of the outage and what became of each, one that was sent again as what it is now; null without a list. */
export async function readSentList(): Promise<SentList | null> {
  const kept = await readDraft<KeptList>(place);
  if (!kept) return null;
  const fates = await fatesOf(kept);
  const words = new Map(kept.calls.map((call) => [call.mid, call]));
  const shown = new Map<number, SentCall>();
  kept.calls.forEach((call, at) => {
    const { mid, state } = fates[at] ?? { mid: call.mid, state: 'gone' };
    // Sent again and taken before its words were noted: those of the call before it, and that they are.
    const known = words.get(mid) ?? { ...call, mid, about: joined([call.about, 'sent again since']) };
    shown.set(mid, { ...known, state: stateOf(state) });
  });
  return { ...kept, calls: [...shown.values()] };
}

export function dropSentList(): Promise<void> {
  return alone(drop);
}

/** What there is to say of the whole list. */
export function sentSummary({ calls }: SentList): string {
  const count = (state: SentState) => calls.filter((call) => call.state === state).length;
  const needs = count('parked');
  if (needs > 0)
    return `${needs === 1 ? 'One change needs' : `${needs} changes need`} your decision. Everything is kept until then.`;
  if (count('waiting') > 0) return 'Your saved changes are being sent now.';
  if (count('discarded') > 0) return 'The server has everything you saved during the outage, except discarded changes.';
  return 'The server has everything you saved during the outage.';
}

/** One change of the list at a time, over all tabs: none takes back what another one has just written. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  const { site, UserId } = device();
  return navigator.locks.request(`${place}:${site}:${UserId}`, work);
}

async function drop(): Promise<void> {
  await dropDraft(place);
  await unfollowCalls();
}

async function unsentCalls(): Promise<{ waiting: WaitingCall[]; parked: WaitingCall[] }> {
  const [waiting, parked] = await Promise.all([waitingCalls(), parkedCalls()]);
  return { waiting, parked };
}

function notOn({ calls }: KeptList, found: WaitingCall[]): WaitingCall[] {
  const known = new Set(calls.map(({ mid }) => mid));
  return found.filter(({ mid }) => !known.has(mid)).toSorted((a, b) => a.mid - b.mid);
}

async function keepMore(list: KeptList, fresh: WaitingCall[]): Promise<void> {
  const { conflictViews: views } = await changeViews();
  const subjects = await subjectsOfCalls(fresh.map(({ input }) => input));
  const calls = fresh.map((call, at): KeptCall => {
    const { mid, name, madeAt } = call;
    const { patient, visit } = subjects[at] ?? {};
    const about = joined([
      patient && showName(patient),
      visit && `visit of ${showDate(visit.Start)}, ${showTime(visit.Start)}`,
      callDetail(views[name], call),
    ]);
    return { mid, what: callTitle(views[name], call), about, madeAt };
  });
  await saveDraft(place, { ...list, calls: [...list.calls, ...calls] });
}

function fatesOf({ calls }: KeptList): Promise<CallFate[]> {
  return fatesOfCalls(calls.map(({ mid }) => mid));
}

function joined(parts: (string | null | undefined)[]): string | null {
  return parts.filter(Boolean).join(' · ') || null;
}

function stateOf(state: CallFate['state']): SentState {
  return state === 'gone' || state === 'acked' ? 'sent' : state;
}
