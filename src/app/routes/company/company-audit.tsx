import { AuditScreen } from '#features/audit/audit-screen.tsx';
import { syncWorker } from '#shared/sync-worker.ts';

const search = (query: string, limit: number) => syncWorker().search(query, limit);

/** The audit log of the site; the router asks for `access company` and `manage users`. */
export function CompanyAuditRoute() {
  return <AuditScreen search={search} />;
}
