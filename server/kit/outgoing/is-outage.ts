import { OutgoingFailure } from './outgoing.ts';

/** Whether what went wrong is that another server did not answer, or answered that it is broken (5xx); libraries wrap both. */
export function isOutage(error: unknown): boolean {
  for (let at = error; at !== undefined && at !== null; at = at instanceof Error ? at.cause : undefined) {
    if (at instanceof OutgoingFailure || (at instanceof Response && at.status >= 500)) return true;
  }
  return false;
}
