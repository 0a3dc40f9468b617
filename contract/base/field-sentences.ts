import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Nobody corrects more at once; an input of nothing but mistakes would be answered with a longer one. */
const mostTold = 200;

/**
 * One plain sentence per field that was refused, by its path (`services.0.Minutes`); the first thing wrong
 * with a field is the one told. A refused whole stands under ``. Values are never repeated: they may be patient data.
 */
export function fieldSentences(error: { issues: readonly Issue[] }): Record<string, string> {
  const all = error.issues.slice(0, mostTold).flatMap((issue) => sentencesOf(issue).slice(0, mostTold));
  // The last entry of a key wins, so the order is turned: the first thing wrong is told.
  return Object.fromEntries(all.toReversed());
}

function sentencesOf(issue: Issue): [string, string][] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [[...path, key].join('.'), `Unknown field “${key.slice(0, 40)}”.`]);
  }
  // A value that a form has a whole sentence for is told in that.
  if (issue.code === 'invalid_value' && /^Enter .*\.$/.test(issue.message)) return [[path.join('.'), issue.message]];
  const name = nameOf(path);
  return [[path.join('.'), `${name} ${predicate(issue)}.`]];
}

/** The last named step of a path, with the line it belongs to: `Minutes`, `services 2`. */
function nameOf(path: readonly string[]): string {
  const last = path.at(-1);
  if (last === undefined) return 'The request';
  if (!/^\d+$/.test(last)) return last;
  return `${path.at(-2) ?? 'Entry'} ${Number(last) + 1}`;
}

function predicate(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue) ? 'is missing' : `must be ${typeWords[issue.expected] ?? 'a different kind of value'}`;
    case 'too_small':
      return smallPredicate(issue);
    case 'too_big':
      return bigPredicate(issue);
    case 'invalid_format':
      return formatWords[issue.format] ?? patternPredicate(issue.pattern ?? '');
    case 'invalid_value':
      return `must be ${orList(issue.values.map(String))}`;
    case 'invalid_union':
      return 'has a value that is not allowed';
    case 'custom':
      return /^(is|must|has) /.test(issue.message) ? issue.message : 'is not valid';
    default:
      return 'is not valid';
  }
}

/** Only zod's own words tell a missing field from one of the wrong type. */
function isMissing(issue: Issue): boolean {
  return issue.message.endsWith('received undefined');
}

function patternPredicate(pattern: string): string {
  if (pattern.startsWith('/^\\d{4}-\\d{2}-\\d{2}T')) return 'must be a time such as 2026-11-18T10:30';
  if (pattern.startsWith('/^\\d{4}-\\d{2}-\\d{2}')) return 'must be a date such as 2026-11-18';
  if (pattern.startsWith('/^(?!0000)')) return 'must be a moment such as 2026-11-18T15:30:00Z';
  return 'has the wrong form';
}

function smallPredicate(issue: z.core.$ZodIssueTooSmall): string {
  const least = Number(issue.minimum);
  if (issue.exact && issue.origin === 'string') return `must have exactly ${least} characters`;
  if (issue.origin === 'string') return least <= 1 ? 'must not be empty' : `must have at least ${least} characters`;
  if (issue.origin === 'array' || issue.origin === 'set')
    return `needs at least ${least} ${least === 1 ? 'entry' : 'entries'}`;
  return `must be ${least} or more`;
}

function bigPredicate(issue: z.core.$ZodIssueTooBig): string {
  const most = Number(issue.maximum);
  const shown = most.toLocaleString('en-US');
  if (issue.exact && issue.origin === 'string') return `must have exactly ${shown} characters`;
  if (issue.origin === 'string') return `must have at most ${shown} ${most === 1 ? 'character' : 'characters'}`;
  if (issue.origin === 'array' || issue.origin === 'set')
    return `must have at most ${shown} ${most === 1 ? 'entry' : 'entries'}`;
  return `must be ${shown} or less`;
}

function orList(values: readonly string[]): string {
  if (values.length > 12) return 'one of the known values';
  if (values.length < 2) return `“${values[0] ?? ''}”`;
  return `one of ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

const typeWords: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a record',
  record: 'a record',
  date: 'a date',
  null: 'empty',
};

const formatWords: Record<string, string> = {
  email: 'must be an email address',
  uuid: 'must be an id',
  safeint: 'must be a whole number',
};
