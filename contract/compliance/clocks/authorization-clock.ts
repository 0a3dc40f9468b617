import { showDate } from '../../base/dates.ts';
import { counted } from '../../cases/authorization-names.ts';
import { useOfAuthorizations, type AuthorizationUse } from '../../cases/authorization-use.ts';
import { covers } from '../../scheduling/coverage.ts';
import { dayOf } from '../../scheduling/wall-time.ts';
import { clockOf, coverageClock, payerRule, type Clock, type ClockState, type Rule } from '../clock.ts';
import type { ClockPayer, ComplianceFacts } from '../facts.ts';
import { insurers } from '../payer-demands.ts';
import { currentOf, withoutRoom } from '../run-out.ts';
import { treatedVisits, upcomingVisits, visitsOfCase } from '../visits-of-facts.ts';

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

function approvedClock(facts: ComplianceFacts, payer: ClockPayer, approved: readonly Authorization[]): Clock | null {
  const upcoming = upcomingVisits(facts);
  const uses = usesOf(approved, facts);
  const current = currentOf(approved, facts.today, (of) => (uses.get(of)?.left ?? 1) > 0);
  const use = current && uses.get(current);
  if (!current || !use) return null;
  const rooms = roomsToCome(approved, facts);
  const falls = withoutRoom(rooms, upcoming)[0] ?? null;
  const fallsOn = falls && dayOf(falls.Start);
  const state = stateOf(use, falls !== null);
  return coverageClock({
    kind: 'authorization',
    aboutId: current.AuthorizationId,
    state,
    from: current.Start,
    dueOn: fallsOn ?? current.End,
    used: current.Kind === 'dates' ? null : use.used,
    of: current.Allowed,
    fallsOnVisitId: falls?.VisitId ?? null,
    uncovered: uncovered(facts, payer, approved),
    sentence: sentenceOf(current, use, facts.today, fallsOn),
    rule: ruleOf(payer),
    fix: state === 'ok' ? null : fix,
  });
}

/** What was used elsewhere in it until `AsOf`. */
function carriedUse({ Kind, ...of }: Authorization, { carriedIn }: ComplianceFacts): number {
  return carriedIn !== null && Kind === 'visits' && covers(of, carriedIn.AsOf) ? carriedIn.VisitsUsed : 0;
}

/** Their use here and elsewhere; visits up to `AsOf` are in the counts of elsewhere. */
function usesOf(
  approved: readonly Authorization[],
  facts: ComplianceFacts,
  visits = visitsOfCase(facts),
): Map<Authorization, AuthorizationUse> {
  const terms = approved.map((of) => {
    const carried = carriedUse(of, facts);
    return { of, carried, ...of, Allowed: of.Allowed === null ? null : of.Allowed - carried };
  });
  const after = terms.some(({ carried }) => carried > 0) ? (facts.carriedIn?.AsOf ?? '') : '';
  const here = visits.filter(({ Start }) => dayOf(Start) > after);
  const uses = useOfAuthorizations(terms, here, facts.today);
  return new Map([...uses].map(([{ of, carried }, use]) => [of, { ...use, used: use.used + carried }]));
}

/** What visits to come find, once those already treated count. */
function roomsToCome(approved: readonly Authorization[], facts: ComplianceFacts) {
  const coming = new Set<string>(upcomingVisits(facts).map(({ VisitId }) => VisitId));
  const before = visitsOfCase(facts).filter(({ VisitId }) => !coming.has(VisitId));
  const uses = usesOf(approved, facts, before);
  return approved.map((of) => {
    const left = uses.get(of)?.leftAfterBooked ?? null;
    return { ...of, left, perVisit: of.Kind === 'units' ? averageUnits(of, facts) : 1 };
  });
}

/** As in authorization-use.ts: visits without charges take what those with charges took on average. */
function averageUnits(of: Authorization, facts: ComplianceFacts): number {
  const known = treatedVisits(facts).filter(({ Start, Units }) => Units > 0 && covers(of, dayOf(Start)));
  return known.length === 0 ? 0 : known.reduce((sum, { Units }) => sum + Units, 0) / known.length;
}

/** Treated visits without room, where the payer asks; one that asks after the evaluation leaves the first visit free. */
function uncovered(facts: ComplianceFacts, { rules }: ClockPayer, approved: readonly Authorization[]) {
  if (rules.AuthorizationRequired === 'none') return [];
  const rooms = approved.map((of) => ({
    ...of,
    left: of.Kind === 'dates' || of.Allowed === null ? null : of.Allowed - carriedUse(of, facts),
    perVisit: of.Kind === 'units' ? null : 1,
  }));
  const after = facts.carriedIn?.AsOf ?? '';
  const here = treatedVisits(facts).filter(({ Start }) => dayOf(Start) > after);
  const isFree = rules.AuthorizationRequired === 'afterEval' && after === '';
  const [first] = here;
  return withoutRoom(rooms, here).filter((visit) => !isFree || visit !== first);
}

/** `due`: the next visit has none. */
function stateOf({ warnings, daysLeft }: AuthorizationUse, isShort: boolean): ClockState {
  if (warnings.includes('expired')) return 'late';
  if (warnings.includes('usedUp') || daysLeft === 0) return 'due';
  return isShort || warnings.length > 0 ? 'soon' : 'ok';
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

function ruleOf(payer: ClockPayer): Rule {
  return payerRule('An approved authorization must cover every visit.', payer);
}

function withoutApproved(facts: ComplianceFacts, payer: ClockPayer, own: readonly Authorization[]): Clock | null {
  const asks = payer.rules.AuthorizationRequired;
  if (asks === 'none' && own.length === 0) return null;
  const common = { kind: 'authorization', aboutId: own[0]?.AuthorizationId ?? null, rule: ruleOf(payer), fix } as const;
  if (asks === undefined && own.length === 0) {
    const sentence = `Whether ${payer.Name} asks for an authorization is not known on this device.`;
    return clockOf({ ...common, state: 'unknown', sentence });
  }
  const isFirstFree = asks === 'afterEval' && treatedVisits(facts).length === 0;
  const falls = upcomingVisits(facts)[isFirstFree ? 1 : 0] ?? null;
  return coverageClock({
    ...common,
    state: 'due',
    dueOn: falls ? dayOf(falls.Start) : null,
    fallsOnVisitId: falls?.VisitId ?? null,
    uncovered: uncovered(facts, payer, []),
    sentence: own.length === 0 ? 'There is no authorization.' : 'The authorization is not approved.',
  });
}
