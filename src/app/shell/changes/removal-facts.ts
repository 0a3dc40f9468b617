import { referringName } from '#contract/address-book/referring-provider.ts';
import { showDate } from '#contract/base/dates.ts';
import type { Authorization } from '#contract/cases/authorization.ts';
import { counted, countRuleNames, statusNames } from '#contract/cases/authorization-words.ts';
import type { Script } from '#contract/cases/script.ts';
import type { OnCase } from '#contract/cases/seen-on-case.ts';
import type { ParkedCall } from '#local/outbox.ts';
import { readRow } from '#local/reads.ts';
import { requestWords } from './booking-facts.ts';
import type { Fact } from './call-facts.ts';

/** What was to be removed as it was seen, against how it reads now; only what differs. */
export async function removalFacts({ name, base, current }: ParkedCall): Promise<Fact[]> {
  const now = (current ?? {}) as object;
  if (name === 'cases.remove') return onCaseFacts(now);
  const [seen, there] = await Promise.all([wordsOf(name, base), wordsOf(name, now)]);
  return Object.entries(there)
    .filter(([part, words]) => words !== seen[part])
    .map(([part, words]) => ({ name: part, mine: removed(seen[part]), now: words }));
}

const removed = (words = '-') => (words === '-' ? 'Removed' : `Removed, was ${words}`);

function wordsOf(name: ParkedCall['name'], of: object): Promise<Record<string, string>> {
  if (name === 'cases.removeScript') return scriptWords(of);
  return name === 'cases.removeAuthorization' ? authorizationWords(of) : requestWords(of);
}

/** All that would go with a case now. */
async function onCaseFacts(now: Partial<OnCase<Script, Authorization>>): Promise<Fact[]> {
  const lines = async (rows: Promise<Record<string, string>>[]) => (await Promise.all(rows)).map(inOneLine).join('; ');
  const [scripts, authorizations] = await Promise.all([
    lines((now.scripts ?? []).map(scriptWords)),
    lines((now.authorizations ?? []).map(authorizationTerms)),
  ]);
  return [
    { name: 'Scripts', mine: 'Removed', now: scripts },
    { name: 'Authorizations', mine: 'Removed', now: authorizations },
  ].filter((fact) => fact.now !== '');
}

function inOneLine(words: Record<string, string>): string {
  return Object.values(words)
    .filter((word) => word !== '-')
    .join(', ');
}

async function scriptWords(of: Partial<Script>): Promise<Record<string, string>> {
  const referring = of.ReferringProviderId ? await readRow('referringProviders', of.ReferringProviderId) : undefined;
  return {
    Visits: of.Visits ? counted({ Kind: 'visits' }, of.Visits) : '-',
    Valid: daysOf(of),
    'Ordered by': referring ? referringName(referring) : '-',
    Note: of.Note ?? '-',
  };
}

async function authorizationWords(of: Partial<Authorization>): Promise<Record<string, string>> {
  const { Kind = 'dates' } = of;
  return {
    Allowed: of.Allowed ? counted({ Kind }, of.Allowed) : '-',
    Valid: daysOf(of),
    Status: of.Status ? statusNames[of.Status] : '-',
    Number: of.Number ?? '-',
    Policy: await payerOf(of.InsuranceId),
    'Used by': of.CountRule && Kind !== 'dates' ? countRuleNames[of.CountRule] : '-',
    Note: of.Note ?? '-',
  };
}

async function authorizationTerms(of: Authorization): Promise<Record<string, string>> {
  const { 'Used by': _rule, ...terms } = await authorizationWords(of);
  return terms;
}

async function payerOf(id: string | undefined): Promise<string> {
  const insurance = id === undefined ? undefined : await readRow('insurances', id);
  const payer = insurance && (await readRow('payers', insurance.PayerId));
  return payer?.Name ?? '-';
}

function daysOf({ Start, End }: Pick<Partial<Script>, 'Start' | 'End'>): string {
  if (Start && End) return `${showDate(Start)} to ${showDate(End)}`;
  if (Start) return `from ${showDate(Start)}`;
  return End ? `until ${showDate(End)}` : '-';
}
