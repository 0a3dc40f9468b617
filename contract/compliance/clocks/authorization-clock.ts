import { showDate } from '../../base/dates.ts';
import { counted } from '../../cases/authorization-names.ts';
import { useOfAuthorization, type AuthorizationUse } from '../../cases/authorization-use.ts';
import { covers } from '../../scheduling/coverage.ts';
import { dayOf } from '../../scheduling/wall-time.ts';
import { clockOf, payerRule, type Clock, type ClockState, type Rule } from '../clock.ts';
import type { BookedVisit, ClockPayer, ComplianceFacts } from '../facts.ts';
import { insurers } from '../payer-demands.ts';
import { currentOf, firstWithoutRoom } from '../run-out.ts';
import { treatedVisits, upcomingVisits } from '../visits-of-facts.ts';

type Authorization = ComplianceFacts['authorizations'][number];

const fix = { action: 'addAuthorization', label: 'Add authorization' } as const;

/** One clock for every policy that needs or has authorizations (domain 3.6): payers of one visit each want their own. */
export function authorizationClocks(facts: ComplianceFacts): Clock[] {
  return insurers(facts.payers ?? []).flatMap((payer) => {
    const own = facts.authorizations.filter(({ InsuranceId }) => InsuranceId === payer.InsuranceId);
    const approved = own.filter(({ Status }) => Status === 'approved');
    return (approved.length === 0 ? withoutApproved(facts, payer, own) : approvedClock(facts, payer, approved)) ?? [];
  });
}

function ruleOf(payer: ClockPayer): Rule {
  return payerRule('An approved authorization must cover every visit.', payer);
}

function approvedClock(facts: ComplianceFacts, payer: ClockPayer, approved: readonly Authorization[]): Clock | null {
  const upcoming = upcomingVisits(facts);
  const uses = new Map(approved.map((of) => [of, useOf(of, facts, upcoming)]));
  const current = currentOf(approved, facts.today, (of) => (uses.get(of)?.left ?? 1) > 0);
  const use = current && uses.get(current);
  if (!current || !use) return null;
  const falls = firstWithoutRoom(
    approved.map((of) => roomOf(of, facts, upcoming)),
    upcoming,
  );
  const state = stateOf(use, falls !== null);
  const fallsOn = falls ? dayOf(falls.Start) : null;
  return clockOf({
    kind: 'authorization',
    aboutId: current.AuthorizationId,
    state,
    from: current.Start,
    dueOn: fallsOn ?? current.End,
    used: current.Kind === 'dates' ? null : use.used,
    of: current.Allowed,
    fallsOnVisitId: falls?.VisitId ?? null,
    sentence: sentenceOf(current, use, facts.today, fallsOn),
    rule: ruleOf(payer),
    fix: state === 'ok' ? null : fix,
  });
}

/** Use with what was used elsewhere in it; visits up to that day are in those counts already. */
function useOf(of: Authorization, facts: ComplianceFacts, upcoming: readonly BookedVisit[]): AuthorizationUse {
  const { carriedIn, today } = facts;
  const isCarried = carriedIn !== null && of.Kind === 'visits' && covers(of, carriedIn.AsOf);
  const carried = isCarried ? carriedIn.VisitsUsed : 0;
  const booked = upcoming.map((visit) => ({ ...visit, isSigned: false, Units: 0 }));
  const all = [...treatedVisits(facts), ...booked];
  const visits = isCarried ? all.filter(({ Start }) => dayOf(Start) > carriedIn.AsOf) : all;
  const use = useOfAuthorization({ ...of, Allowed: of.Allowed === null ? null : of.Allowed - carried }, visits, today);
  return { ...use, used: use.used + carried };
}

/** What visits to come find, once those treated and not yet counted are. */
function roomOf(of: Authorization, facts: ComplianceFacts, upcoming: readonly BookedVisit[]) {
  const before = useOf(of, facts, []);
  const units = upcoming.length === 0 ? 0 : averageUnits(of, facts);
  return { ...of, left: before.leftAfterBooked, perVisit: of.Kind === 'units' ? units : 1 };
}

/** As in authorization-use.ts: visits without charges take what those with charges took on average. */
function averageUnits(of: Authorization, facts: ComplianceFacts): number {
  const known = treatedVisits(facts).filter(({ Start, Units }) => Units > 0 && covers(of, dayOf(Start)));
  return known.length === 0 ? 0 : known.reduce((sum, { Units }) => sum + Units, 0) / known.length;
}

/** `usedUp` is due: the next visit has none. More treated than allowed, or past its last day, is late. */
function stateOf({ warnings, left, daysLeft }: AuthorizationUse, isShort: boolean): ClockState {
  if (warnings.includes('expired') || (left !== null && left < 0)) return 'late';
  if (warnings.includes('usedUp') || daysLeft === 0) return 'due';
  const few = ['overbooked', 'fewLeft', 'endsSoon', 'notYet', 'noNumber'] as const;
  return isShort || few.some((code) => warnings.includes(code)) ? 'soon' : 'ok';
}

function sentenceOf(of: Authorization, use: AuthorizationUse, today: string, fallsOn: string | null): string {
  const sentences = [
    of.Allowed !== null && `${use.used} of ${counted(of, of.Allowed)} used.`,
    of.End !== null && `The authorization ${of.End < today ? 'expired' : 'ends'} ${showDate(of.End)}.`,
    use.warnings.includes('noNumber') && 'It has no number.',
    fallsOn !== null && `It does not cover the visit on ${showDate(fallsOn)}.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0 ? 'The authorization sets no limit.' : sentences.join(' ');
}

function withoutApproved(facts: ComplianceFacts, payer: ClockPayer, own: readonly Authorization[]): Clock | null {
  const asks = payer.rules.AuthorizationRequired;
  if (asks === 'none' && own.length === 0) return null;
  const common = { kind: 'authorization', aboutId: own[0]?.AuthorizationId ?? null, rule: ruleOf(payer) } as const;
  if (asks === undefined && own.length === 0) {
    const sentence = `Whether ${payer.Name} asks for an authorization is not known on this device.`;
    return clockOf({ ...common, state: 'unknown', sentence, fix });
  }
  const treated = treatedVisits(facts);
  // The evaluation needs none where the payer asks only after it.
  const isTreated = treated.length > (asks === 'afterEval' ? 1 : 0);
  const falls = upcomingVisits(facts)[asks === 'afterEval' && treated.length === 0 ? 1 : 0] ?? null;
  return clockOf({
    ...common,
    state: isTreated ? 'late' : 'due',
    dueOn: falls ? dayOf(falls.Start) : null,
    fallsOnVisitId: falls?.VisitId ?? null,
    sentence: own.length === 0 ? 'There is no authorization.' : 'The authorization is not approved.',
    fix,
  });
}
