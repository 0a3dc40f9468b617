import type { Tx } from '#server/kit/context.ts';
import type { Finding } from './mac.ts';

/** Seals of which it is not noted, or noted wrongly, which patients their entries tell of: lists would not be found by them. */
export async function shownFindings(tx: Tx, site: string, most: number): Promise<Finding[]> {
  const rows = await tx.rows<{ seq: number }>(
    `with told as (
       select s.seq, array_agg(distinct e.id order by e.id) as ids, array_agg(distinct of.patient order by of.patient) as patients
       from audit_seals s cross join lateral unnest(s.ids) named (id)
         join audit_entry e on e.site = s.site and e.id = named.id and e.entity = 'charts'
         cross join lateral shown_in(e.detail) of (patient)
       where s.site = $1 group by s.seq)
     select seq from (select seq from audit_seals where site = $1) s full join (select * from audit_shown where site = $1) h using (seq)
       left join told using (seq)
     where (h.ids, h.patients) is distinct from (coalesce(told.ids, '{}'), coalesce(told.patients, '{}'))
       or s.seq is null
     order by seq limit $2`,
    [site, most],
  );
  return rows.map(({ seq }) => ({ what: `The patients of the lists in seal ${seq} were altered.`, seal: seq }));
}
