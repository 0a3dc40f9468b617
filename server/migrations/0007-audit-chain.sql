-- What an entry says besides; each is told by the transaction it is written in.
alter table audit_entry
  alter column "DeviceId" set default nullif(current_setting('app.device', true), ''),
  -- Of the app that sent the call.
  add column "AppVersion" text default nullif(current_setting('app.version', true), ''),
  -- Of calls out of a device's outbox alone: whether they had waited, and when they were made, on the server's clock.
  add column offline boolean default nullif(current_setting('app.offline', true), '')::boolean,
  add column "madeAt" timestamptz default nullif(current_setting('app.made_at', true), '')::timestamptz;

-- The screen: by time, and by time within a person, an action, a patient.
create index on audit_entry (site, at, id);
create index on audit_entry (site, "UserId", at, id);
create index on audit_entry (site, action, at, id);
create index on audit_entry (site, "PatientId", at, id) where "PatientId" is not null;

-- When, under which number and by which program an entry is written is not for the API to say.
revoke insert on audit_entry from mainstay_api;
grant insert (site, "UserId", "DeviceId", action, entity, pk, "PatientId", detail) on audit_entry to mainstay_api;

-- The chain (docs/decisions/0006-audit-chain.md): entries wait until a sealer takes all that were committed.
create table audit_unsealed (
  site text not null,
  id bigint not null,
  primary key (site, id)
);
create table audit_seals (
  site text not null,
  seq bigint not null check (seq > 0),
  at timestamptz not null,
  ids bigint[] not null,
  hashes bytea[] not null,
  mac bytea not null,
  primary key (site, seq)
);
create table audit_heads (
  site text primary key,
  seq bigint not null,
  total bigint not null,
  at timestamptz not null,
  mac bytea not null
);

insert into audit_unsealed (site, id) select site, id from audit_entry;

create function audit_wait() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into audit_unsealed (site, id) values (new.site, new.id);
  return null;
end $$;
create trigger audit_wait after insert on audit_entry for each row execute function audit_wait();

-- The only way to lengthen a chain, by one seal after the last; nothing makes it shorter.
create function add_audit_seal(of_site text, new_seq bigint, new_at timestamptz, new_ids bigint[], new_hashes bytea[],
                               new_mac bytea, head_mac bytea)
  returns void language plpgsql volatile security definer set search_path = public as $$
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
  insert into audit_seals (site, seq, at, ids, hashes, mac) values (of_site, new_seq, new_at, new_ids, new_hashes, new_mac);
  insert into audit_heads (site, seq, total, at, mac) values (of_site, new_seq, cardinality(new_ids), new_at, head_mac)
    on conflict (site) do update set seq = new_seq, total = head.total + cardinality(new_ids), at = new_at, mac = head_mac;
  delete from audit_unsealed where site = of_site and id = any (new_ids);
end $$;

-- Where there is something to seal; which sites there are or were.
create function audit_sites_waiting() returns setof text
  language sql stable security definer set search_path = public
  as $$ select distinct site from audit_unsealed order by 1 $$;
create function audit_sites() returns setof text
  language sql stable security definer set search_path = public
  as $$ select site from sites union select site from audit_heads union select site from audit_unsealed order by 1 $$;

-- A refused sign-in takes the same statement and the same time whether the e-mail exists or not.
create function sign_in_refused(origin text, address text, email text, wanted text) returns void
  language sql volatile security definer set search_path = public
  as $$
    insert into login_failures (subject) values (origin);
    insert into audit_entry (site, "UserId", action, entity, pk, detail)
      select u.site, u."UserId"::text, 'login failed', 'users', u."UserId"::text, jsonb_build_object('address', sign_in_refused.address)
      from users u where u."Email" = lower(email) and (wanted is null or u.site = wanted);
  $$;

do $$
declare
  tbl text;
begin
  foreach tbl in array array['audit_unsealed', 'audit_seals', 'audit_heads'] loop
    execute format('alter table %I enable row level security', tbl);
    execute format('alter table %I force row level security', tbl);
    execute format('create policy owner_sees_all on %I to current_user using (true) with check (true)', tbl);
    execute format('create policy site_only on %I to mainstay_api using (site = app_site()) with check (site = app_site())', tbl);
    execute format('grant select on %I to mainstay_api', tbl);
  end loop;
end $$;
revoke all on function add_audit_seal, audit_sites_waiting, audit_sites, sign_in_refused from public;
grant execute on function add_audit_seal, audit_sites_waiting, audit_sites, sign_in_refused to mainstay_api;
