-- Entries that tell of many patients are found by each of them through their seal: an index over every entry's list cost
-- two fifths of what it takes to write one. Derived from the log, and made anew from it at any time.
create table audit_shown (
  site text not null,
  seq bigint not null,
  -- Of the entries of this seal those that tell of many patients, and each patient they tell of.
  ids bigint[] not null,
  patients text[] not null,
  primary key (site, seq)
);
create index audit_shown_patients on audit_shown using gin (patients);
alter table audit_shown enable row level security;
alter table audit_shown force row level security;
create policy owner_sees_all on audit_shown to current_user using (true) with check (true);
create policy site_only on audit_shown to mainstay_api using (site = app_site()) with check (site = app_site());
grant select on audit_shown to mainstay_api;

-- The patients that an entry tells of; nobody keeps the API from writing one whose list is none.
create function shown_in(detail jsonb) returns setof text language sql immutable set search_path = public, pg_temp as $$
  select told.patient from jsonb_array_elements_text(
    case when jsonb_typeof(detail -> 'patients') = 'array' then detail -> 'patients' else '[]' end) told (patient)
$$;

-- Every seal has its row, so that one that lacks is seen.
create function note_shown(of_site text, of_seq bigint, of_ids bigint[]) returns integer
  language sql volatile security definer set search_path = public, pg_temp as $$
  insert into audit_shown (site, seq, ids, patients)
    select of_site, of_seq, coalesce(array_agg(distinct e.id order by e.id), '{}'),
      coalesce(array_agg(distinct told.patient order by told.patient), '{}')
    from audit_entry e cross join lateral shown_in(e.detail) told (patient)
    where e.site = of_site and e.id = any (of_ids) and e.entity = 'charts'
    on conflict (site, seq) do update set ids = excluded.ids, patients = excluded.patients
  returning 1
$$;

create or replace function add_audit_seal(of_site text, new_seq bigint, new_at timestamptz, new_ids bigint[], new_hashes bytea[],
                                          new_mac bytea, head_mac bytea, new_key text)
  returns void language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  head audit_heads;
begin
  if of_site is distinct from app_site() or cardinality(new_ids) = 0 or cardinality(new_ids) <> cardinality(new_hashes) then
    raise exception 'not a seal of this site';
  end if;
  select * into head from audit_heads where site = of_site for update;
  if new_seq is distinct from coalesce(head.seq, 0) + 1 then
    raise exception 'seal % does not follow seal %', new_seq, coalesce(head.seq, 0);
  end if;
  insert into audit_seals (site, seq, at, ids, hashes, mac, "keyId")
    values (of_site, new_seq, new_at, new_ids, new_hashes, new_mac, new_key);
  insert into audit_heads (site, seq, total, at, mac) values (of_site, new_seq, cardinality(new_ids), new_at, head_mac)
    on conflict (site) do update set seq = new_seq, total = head.total + cardinality(new_ids), at = new_at, mac = head_mac;
  perform note_shown(of_site, new_seq, new_ids);
  delete from audit_unsealed where site = of_site and id = any (new_ids);
end $$;
revoke all on function note_shown, shown_in from public;
grant execute on function shown_in to mainstay_api;
select close_to_patients();
