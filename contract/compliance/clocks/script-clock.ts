import { showDate } from '../../base/dates.ts';
import { counted } from '../../base/nouns.ts';
import { warnAt } from '../../cases/authorization-use.ts';
import { covers, shareOut } from '../../scheduling/coverage.ts';
import { dayOf } from '../../scheduling/wall-time.ts';
import { clockOf, coverageClock, payerRule, type Clock, type ClockState, type Rule } from '../clock.ts';
import { soonDays, stateOn } from '../days-left.ts';
import type { ComplianceFacts } from '../facts.ts';
import { demandOf, insurers } from '../payer-demands.ts';
import { currentOf, withoutRoom } from '../run-out.ts';
import { treatedVisits, upcomingVisits } from '../visits-of-facts.ts';

type Script = ComplianceFacts['scripts'][number];
/** With its use: visits treated here and elsewhere; `left` is null where it sets no number. */
type UsedScript = Script & { used: number; left: number | null };

const fix = { action: 'addScript', label: 'Add script' } as const;
const ownRule: Rule = { text: 'Visits stay within the script on file.', source: 'The script', since: null };

/** The referrer's order to treat: the one in use, and the first booked visit it no longer covers. */
export function scriptClock(facts: ComplianceFacts): Clock | null {
  const demand = demandOf(insurers(facts.payers ?? []), 'ScriptRequired', Boolean);
  const rule = demand.is === 'asked' ? payerRule('A script must cover every visit.', demand.payer) : ownRule;
  const scripts = withUses(facts);
  const current = currentOf(scripts, facts.today, ({ left }) => left === null || left > 0);
  if (!current) return demand.is === 'no' ? null : withoutScript(facts, rule, demand.is === 'asked');
  const upcoming = upcomingVisits(facts);
  const rooms = scripts.map((script) => ({ ...script, perVisit: 1 }));
  const falls = withoutRoom(rooms, upcoming)[0] ?? null;
  const fallsOn = falls && dayOf(falls.Start);
  const state = stateOf(current, upcoming.length, falls !== null, facts.today);
  return coverageClock({
    kind: 'script',
    aboutId: current.ScriptId,
    state,
    from: current.Start,
    dueOn: fallsOn ?? current.End,
    used: current.used,
    of: current.Visits,
    fallsOnVisitId: falls?.VisitId ?? null,
    uncovered: demand.is === 'asked' ? uncovered(scripts, facts) : [],
    sentence: sentenceOf(current, facts.today) + fallWords(fallsOn),
    rule,
    fix: state === 'ok' ? null : fix,
  });
}

/** Where two overlap, a visit counts on one of them (scheduling/coverage.ts). */
function withUses(facts: ComplianceFacts): UsedScript[] {
  const terms = facts.scripts.map((script) => {
    const carried = carriedUse(script, facts);
    const isCarried = facts.carriedIn !== null && covers(script, facts.carriedIn.AsOf);
    return { script, carried, isCarried, ...script, Allowed: script.Visits === null ? null : script.Visits - carried };
  });
  // What was treated here until that day is in the count of elsewhere.
  const after = terms.some(({ isCarried }) => isCarried) ? (facts.carriedIn?.AsOf ?? '') : '';
  const shares = shareOut(
    terms,
    treatedVisits(facts).filter(({ Start }) => dayOf(Start) > after),
  );
  return terms.map((of) => {
    const { within = [], over = [] } = shares.get(of) ?? {};
    const used = within.length + over.length + of.carried;
    return { ...of.script, used, left: of.Visits === null ? null : of.Visits - used };
  });
}

/** What was used elsewhere counts for the script of that day. */
function carriedUse(script: Script, { carriedIn }: ComplianceFacts): number {
  return carriedIn !== null && covers(script, carriedIn.AsOf) ? carriedIn.VisitsUsed : 0;
}

function uncovered(scripts: readonly UsedScript[], facts: ComplianceFacts) {
  const rooms = scripts.map((script) => {
    const left = script.Visits === null ? null : script.Visits - carriedUse(script, facts);
    return { ...script, left, perVisit: 1 };
  });
  const after = facts.carriedIn?.AsOf ?? '';
  return withoutRoom(
    rooms,
    treatedVisits(facts).filter(({ Start }) => dayOf(Start) > after),
  );
}

function stateOf({ End, left }: UsedScript, booked: number, isShort: boolean, today: string): ClockState {
  const days = End === null ? 'ok' : stateOn(End, today, soonDays.script);
  if (days === 'late' || days === 'due') return days;
  if (left !== null && left <= 0) return 'due';
  const isFew = left !== null && left - booked <= warnAt.visits;
  return days === 'soon' || isShort || isFew ? 'soon' : 'ok';
}

function sentenceOf({ Visits, End, used }: UsedScript, today: string): string {
  const count = Visits === null ? null : `${used} of ${counted(Visits, 'visit')} on the script used.`;
  const until = End === null ? null : `The script ${End < today ? 'expired' : 'ends'} ${showDate(End)}.`;
  return [count, until].filter((one) => one !== null).join(' ') || 'The script sets no limit.';
}

function fallWords(day: string | null): string {
  return day === null ? '' : ` It does not cover the visit on ${showDate(day)}.`;
}

function withoutScript(facts: ComplianceFacts, rule: Rule, isAsked: boolean): Clock {
  if (!isAsked) {
    const sentence = 'Whether the payer asks for a script is not known on this device.';
    return clockOf({ kind: 'script', state: 'unknown', sentence, rule, fix });
  }
  const first = upcomingVisits(facts)[0] ?? null;
  return coverageClock({
    kind: 'script',
    state: 'due',
    dueOn: first ? dayOf(first.Start) : null,
    fallsOnVisitId: first?.VisitId ?? null,
    uncovered: treatedVisits(facts),
    sentence: 'The payer asks for a script, and none is on file.',
    rule,
    fix,
  });
}
