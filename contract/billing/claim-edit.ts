/** What is wrong with a claim before it is sent: an `error` keeps it here, a `warning` may be sent. Codes stay the same for good. */
export type ClaimEdit = { code: string; severity: 'error' | 'warning'; message: string; field: string };

/** One check: broken when `when` is true. */
type Check = [code: string, when: boolean, field: string, message: string, severity?: 'warning'];

export function editsOf(checks: readonly Check[]): ClaimEdit[] {
  return checks
    .filter(([, broken]) => broken)
    .map(([code, , field, message, severity]) => ({ code, severity: severity ?? 'error', message, field }));
}
