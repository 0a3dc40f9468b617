import { AppError } from '#contract/base/errors.ts';
import { NetworkError } from '#shared/api.ts';

/** spec 8 */
export const sentences = {
  notConfigured:
    'Your team administrator has not yet configured your account for production. Please contact them and ask to have your account set up.',
  ipBlocked: 'Access denied based on your current IP address. Please contact your IT administrator.',
} as const;

/** What a person reads of an error; of those that spec 8 words, in its words. */
export function sentenceOf(error: unknown): string {
  const kind = error instanceof AppError ? error.kind : undefined;
  if (kind === 'ip-blocked') return sentences.ipBlocked;
  if (kind === 'not-configured') return sentences.notConfigured;
  return error instanceof Error ? error.message : 'That did not work.';
}

/**
 * Staff auth errors (spec 8): multifactor or login required goes to login and back, an IP block is told, all else signs
 * out. A server that cannot answer says nothing about a sign-in.
 */
export function authErrorMeaning(error: unknown): 'wait' | 'login' | 'alert' | 'logout' {
  const kind = error instanceof AppError ? error.kind : 'unavailable';
  if (kind === 'unavailable' || kind === 'too-many') return 'wait';
  if (kind === 'ip-blocked' || kind === 'not-configured') return 'alert';
  return kind === 'signed-out' || kind === 'multifactor-required' || kind === 'device-erased' ? 'login' : 'logout';
}

/** No network, or nobody behind it: what this device keeps is then enough. */
export function isAway(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof AppError && error.kind === 'unavailable');
}

/** Whether an error is worth telling the developers: refusals and a lost network are not. */
export function isReportable(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof AppError) return false;
  if (error instanceof DOMException && error.name === 'AbortError') return false;
  return !(error instanceof TypeError && /network|failed to fetch|load failed/i.test(error.message));
}

/** Only the error's name and stack leave the screen, never what was on it. */
export function report(error: unknown): void {
  if (!isReportable(error)) return;
  const shown = error instanceof Error ? (error.stack ?? error.name) : 'An unknown error';
  // oxlint-disable-next-line no-console -- no reporting service is configured yet; the console is where developers look
  console.error(shown);
}
