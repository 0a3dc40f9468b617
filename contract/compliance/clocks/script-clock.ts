import { showDate } from '../../base/dates.ts';
import { counted } from '../../base/nouns.ts';
import { covers } from '../../scheduling/coverage.ts';
import { dayOf } from '../../scheduling/wall-time.ts';
import { warnAt } from '../../cases/authorization-use.ts';
import { clockOf, payerRule, type Clock, type ClockState, type Rule } from '../clock.ts';
import { soonDays, stateOn } from '../days-left.ts';
import type { ComplianceFacts } from '../facts.ts';
import { demandOf, insurers } from '../payer-demands.ts';
import { currentOf, firstWithoutRoom } from '../run-out.ts';
import { treatedVisits, upcomingVisits } from '../visits-of-facts.ts';

type Script = ComplianceFacts['scripts'][number];

const fix = { action: 'addScript', label: 'Add script' } as const;
const ownRule: Rule = { text: 'Visits stay within the script on file.', source: 'The script', since: null };

/** The referrer's order to treat: the one in use, and the booked visit it no longer covers. Null where there is none to keep. */
export function scriptClock(facts: ComplianceFacts): Clock | null {
  const demand = demandOf(insurers(facts.payers ?? []), 'ScriptRequired', Boolean);
  const rule = demand.is === 'asked' ? payerRule('A script must cover every visit.', demand.payer) : ownRule;
  const used = new Map(facts.scripts.map((script) => [script, usedOf(script, facts)]));
  const leftOf = (script: Script) => (script.Visits === null ? null : script.Visits - (used.get(script) ?? 0));
  const current = currentOf(facts.scripts, facts.today, (script) => (leftOf(script) ?? 1) > 0);
  if (!current) return demand.is === 'no' ? null : withoutScript(facts, rule, demand.is === 'asked');
  const upcoming = upcomingVisits(facts);
  const rooms = facts.scripts.map((script) => ({ ...script, left: leftOf(script), perVisit: 1 }));
  const falls = firstWithoutRoom(rooms, upcoming);
  const state = stateOf(current, leftOf(current), upcoming.length, falls !== null, facts.today);
  return clockOf({
    kind: 'script',
    aboutId: current.ScriptId,
    state,
    from: current.Start,
    dueOn: falls ? dayOf(falls.Start) : current.End,
    used: used.get(current) ?? 0,
    of: current.Visits,
    fallsOnVisitId: falls?.VisitId ?? null,
    sentence: sentenceOf(current, used.get(current) ?? 0, facts.today) + fallWords(falls && dayOf(falls.Start)),
    rule,
    fix: state === 'ok' ? null : fix,
  });
}

function usedOf(script: Script, facts: ComplianceFacts): number {
  const { carriedIn } = facts;
  const isCarried = carriedIn !== null && covers(script, carriedIn.AsOf);
  const here = treatedVisits(facts).filter(({ Start }) => covers(script, dayOf(Start)));
  const counted = here.filter(({ Start }) => !isCarried || dayOf(Start) > carriedIn.AsOf).length;
  return counted + (isCarried ? carriedIn.VisitsUsed : 0);
}

function stateOf(script: Script, left: number | null, booked: number, isShort: boolean, today: string): ClockState {
  const days = script.End === null ? 'ok' : stateOn(script.End, today, soonDays.script);
  if (days === 'late') return 'late';
  if (left !== null && left < 0) return 'late';
  if (left === 0) return 'due';
  const isFew = left !== null && left - booked <= warnAt.visits;
  return days !== 'ok' || isShort || isFew ? (days === 'due' ? 'due' : 'soon') : 'ok';
}

function sentenceOf({ Visits, End }: Script, used: number, today: string): string {
  const count = Visits === null ? '' : `${used} of ${counted(Visits, 'visit')} on the script used. `;
  if (End === null) return Visits === null ? 'The script sets no limit.' : count.trim();
  return `${count}The script ${End < today ? 'expired' : 'ends'} ${showDate(End)}.`;
}

function fallWords(day: string | null): string {
  return day === null ? '' : ` It does not cover the visit on ${showDate(day)}.`;
}

function withoutScript(facts: ComplianceFacts, rule: Rule, isAsked: boolean): Clock {
  const first = upcomingVisits(facts)[0] ?? null;
  if (!isAsked) {
    const sentence = 'Whether the payer asks for a script is not known on this device.';
    return clockOf({ kind: 'script', state: 'unknown', sentence, rule, fix });
  }
  return clockOf({
    kind: 'script',
    state: treatedVisits(facts).length > 0 ? 'late' : 'due',
    dueOn: first ? dayOf(first.Start) : null,
    fallsOnVisitId: first?.VisitId ?? null,
    sentence: 'The payer asks for a script, and none is on file.',
    rule,
    fix,
  });
}
