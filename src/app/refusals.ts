import { retryAfterOf, type Refusal } from '#shared/api.ts';
import { sentences } from '#session/failures.ts';

/** spec 8 */
export const tooManySentence = 'You are sending too many requests too quickly. Please wait a few seconds.';

const serverWords = {
  selectSite: 'Select site',
  notConfigured: 'Your team administrator has not set up your account yet',
  ipBlocked: 'IP blocked',
} as const;

/** spec 8 names the wait but not its length when the server sends none. */
const defaultWaitSeconds = 5;
/** A server that keeps refusing must not hold a screen for ever. */
const longestWaitSeconds = 120;

/** What a refusal may do to the app; given as functions so that the rules below stay testable. */
export type FailureSurroundings = {
  toastNegative: (sentence: string, requestId?: string) => void;
  toastMustDismiss: (sentence: string, requestId?: string) => void;
  alert: (sentence: string) => void;
  /** The server wants this device erased; the order is not checked yet. */
  erased: (order: unknown) => void;
  go: (path: string) => void;
  leaveFor: (url: string) => void;
  wait: (ms: number) => Promise<void>;
  allowedBases: () => readonly string[];
  here: () => URL;
};

/** The general part of spec 8: what every refused call means for the user, and whether it is tried again. */
export async function meetRefusal(refusal: Refusal, around: FailureSurroundings): Promise<'retry' | 'throw'> {
  const { status, headers, failure } = refusal;
  if (status === 490 && failure) {
    if (failure.kind === 'must-dismiss') around.toastMustDismiss(failure.message, failure.requestId);
    else around.toastNegative(failure.message, failure.requestId);
  }
  if (status === 403) meetForbidden(refusal, around);
  if (failure?.kind === 'device-erased') around.erased(failure.current);
  if (status === 429) {
    around.toastNegative(tooManySentence, failure?.requestId);
    const seconds = Math.min(retryAfterOf(headers) ?? defaultWaitSeconds, longestWaitSeconds);
    await around.wait(seconds * 1000);
    return 'retry';
  }
  if (status === 503) {
    const target = forcedBase(headers.get('x-base-url'), around.here(), around.allowedBases());
    if (target) around.leaveFor(target);
  }
  return 'throw';
}

function meetForbidden({ failure }: Refusal, around: FailureSurroundings): void {
  if (failure?.kind === 'select-site' || failure?.message === serverWords.selectSite) around.go('/superuser');
  if (failure?.kind === 'not-configured' || failure?.message === serverWords.notConfigured)
    around.alert(sentences.notConfigured);
  if (failure?.kind === 'ip-blocked' || failure?.message === serverWords.ipBlocked) around.alert(sentences.ipBlocked);
}

/** Where a forced base URL leads, if it is one we may be sent to: otherwise anyone who can set a header could take the user away. */
export function forcedBase(header: string | null, here: URL, allowed: readonly string[]): string | null {
  if (!header || !URL.canParse(header)) return null;
  const base = new URL(header);
  if (base.protocol !== 'https:' && base.origin !== here.origin) return null;
  const isAllowed = allowed.some((each) => URL.canParse(each) && new URL(each).origin === base.origin);
  if (base.origin !== here.origin && !isAllowed) return null;
  return base.href === here.href ? null : base.href;
}
