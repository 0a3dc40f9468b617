import type { Caller, Tx } from '../context.ts';

/** Reads or writes the caller's own user row where they are at home: a superuser may be away in another site. */
export async function atHome<R>(tx: Tx, caller: Caller, run: (site: string) => Promise<R>): Promise<R> {
  const { homeSite } = caller;
  if (homeSite === undefined || homeSite === caller.site) return run(caller.site);
  return inSite(tx, caller, homeSite, () => run(homeSite));
}

/** Does a part of a call in another site; what the caller may do there is for who calls this to know. */
export async function inSite<R>(tx: Tx, caller: Caller, site: string, run: () => Promise<R>): Promise<R> {
  await tx.rows(`select set_config('app.site', $1, true)`, [site]);
  const result = await run();
  await tx.rows(`select set_config('app.site', $1, true)`, [caller.site]);
  return result;
}
