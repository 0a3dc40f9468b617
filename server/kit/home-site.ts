import type { Caller, Tx } from './context.ts';

/** Reads or writes the caller's own user row where they are at home: a superuser may be away in another site. */
export async function atHome<R>(tx: Tx, caller: Caller, run: (site: string) => Promise<R>): Promise<R> {
  const { homeSite } = caller;
  if (homeSite === undefined || homeSite === caller.site) return run(caller.site);
  await tx.rows(`select set_config('app.site', $1, true)`, [homeSite]);
  const result = await run(homeSite);
  await tx.rows(`select set_config('app.site', $1, true)`, [caller.site]);
  return result;
}
