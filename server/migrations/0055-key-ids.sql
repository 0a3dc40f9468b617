-- Which key something hangs on, so that keys can be rotated and former ones dropped once nothing does. Null: of before.
alter table sessions add column "keyId" text;
alter table audit_seals add column "keyId" text;

drop function add_audit_seal(text, bigint, timestamptz, bigint[], bytea[], bytea, bytea);
-- The only way to lengthen a chain, by one seal after the last; nothing makes it shorter.
create function add_audit_seal(of_site text, new_seq bigint, new_at timestamptz, new_ids bigint[], new_hashes bytea[],
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
  delete from audit_unsealed where site = of_site and id = any (new_ids);
end $$;

-- What hangs on keys, of all sites: counts alone. A text that is sealed has the id before its first point.
create function keys_in_use() returns table (kind text, "keyId" text, held bigint, until timestamptz)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    with sealed as (
      select 'second factors' as kind, "sealedKey" as text from second_factors
      union all select 'device secrets', "sealedSecret" from device_secrets
      union all select 'secrets of single sign-on', "sealedSecret" from sso_connections
    )
    select kind, case when text like '%.%' then split_part(text, '.', 1) end, count(*), null::timestamptz from sealed group by 1, 2
    union all
    select 'sessions', "keyId", count(*), max("expiresAt") from sessions
      where "endedAt" is null and "expiresAt" > clock_timestamp() and ("keyId" is not null or "previousHash" is not null)
      group by 2
    union all
    select 'chains of the audit log', s."keyId", count(*), null
      from audit_heads h join audit_seals s on s.site = h.site and s.seq = h.seq group by 2
  $$;

revoke all on function add_audit_seal, keys_in_use from public;
grant execute on function add_audit_seal, keys_in_use to mainstay_api;
