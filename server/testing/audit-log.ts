import type { AuditEntry } from '#contract/audit/entry.ts';
import type { InputOf, ReplyOf } from '#contract/endpoints.ts';
import type { TestApi } from './api.ts';

/** The audit log as an administrator reads it: a page, or all of them. */
export function auditLog(api: () => TestApi) {
  const list = (input: InputOf<'audit.list'> = {}): Promise<ReplyOf<'audit.list'>> =>
    api().call('audit.list', input, { as: 'admin' });

  async function all(input: InputOf<'audit.list'>): Promise<AuditEntry[]> {
    const found: AuditEntry[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const page: ReplyOf<'audit.list'> = await list(after === undefined ? input : { ...input, after });
      found.push(...page.entries);
      ({ after } = page);
    }
    return found;
  }
  return { list, all };
}
