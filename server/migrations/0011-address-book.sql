-- The address book: referring providers and payers with all that is known of them, payer rules by the day they hold
-- from, contacts at payers, and other contacts.

alter table referring_providers
  add column "Credential" text,
  add column "PracticeName" text,
  add column "Email" text,
  add column "Address1" text,
  add column "City" text,
  add column "StateOrProvince" text,
  add column "PostalCode" text,
  add column "Inactive" boolean not null default false,
  -- No foreign key: an import that is taken back may take the other one along.
  add column "MergedIntoId" uuid,
  add column updated_at timestamptz not null default clock_timestamp();
alter table payers
  -- What devices apply, by the day it holds from (contract/address-book/payer.ts); payer_rules is where it comes from.
  add column "DatedRules" jsonb not null default '[]' check (jsonb_typeof("DatedRules") = 'array'),
  add column "MergedIntoId" uuid,
  add column updated_at timestamptz not null default clock_timestamp();
create trigger touch before update on referring_providers for each row execute function touch();
create trigger touch before update on payers for each row execute function touch();

-- Devices fetch these rows anew, with their new columns.
insert into sync_change (site, entity, pk, scope_old, scope_new)
  select site, 'referringProviders', "ReferringProviderId"::text, scope, scope from referring_providers
  union all
  select site, 'payers', "PayerId"::text, scope, scope from payers;

-- Who sends patients is asked for by every case, and who pays by every policy.
create index on cases (site, "ReferringProviderContactId");
create index on insurances (site, "PayerId");

-- A payer without rows here has the rules in its own columns, from the beginning. Rows without a payer are the site's.
create table payer_rules (
  site text not null references sites,
  "PayerRuleId" uuid not null default gen_random_uuid(),
  "PayerId" uuid,
  -- Null is from the beginning.
  "EffectiveFrom" date,
  rules jsonb not null check (jsonb_typeof(rules) = 'object'),
  primary key (site, "PayerRuleId"),
  unique nulls not distinct (site, "PayerId", "EffectiveFrom"),
  foreign key (site, "PayerId") references payers on delete cascade
);

create table payer_contacts (
  site text not null references sites,
  "PayerContactId" uuid not null,
  "PayerId" uuid not null,
  "SortOrder" integer not null,
  "Name" text not null check (length("Name") between 1 and 80),
  "Department" text,
  "Phone" text,
  "Fax" text,
  "Email" text,
  primary key (site, "PayerContactId"),
  foreign key (site, "PayerId") references payers on delete cascade
);
create index on payer_contacts (site, "PayerId");

create table other_contacts (
  site text not null references sites,
  "OtherContactId" uuid not null,
  "Kind" text not null check ("Kind" in ('adjuster', 'attorney', 'caseManager', 'employer', 'school', 'other')),
  "FirstName" text,
  "LastName" text,
  "Company" text,
  "Phone" text,
  "Fax" text,
  "Email" text,
  "Address1" text,
  "City" text,
  "StateOrProvince" text,
  "PostalCode" text,
  "Inactive" boolean not null default false,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (site, "OtherContactId"),
  check (coalesce("LastName", "FirstName", "Company") is not null)
);
create trigger touch before update on other_contacts for each row execute function touch();

-- Audited, and fetched by who looks at it: neither devices nor setups hold it.
create function record_audit() returns trigger language plpgsql security definer set search_path = public as $$
declare
  row_new jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  row_old jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  one jsonb := coalesce(row_new, row_old);
begin
  if row_new is not distinct from row_old then
    return null;
  end if;
  insert into audit_entry (site, "UserId", "DeviceId", action, entity, pk, detail)
    values (one ->> 'site', nullif(current_setting('app.user', true), ''), nullif(current_setting('app.device', true), ''),
            lower(tg_op), tg_argv[0], one ->> tg_argv[1],
            jsonb_build_object('before', row_old - 'site', 'after', row_new - 'site'));
  return null;
end $$;

do $$
declare
  one record;
begin
  for one in
    select * from (values
      ('payer_rules', 'payerRules', 'PayerRuleId'), ('payer_contacts', 'payerContacts', 'PayerContactId'),
      ('other_contacts', 'otherContacts', 'OtherContactId')
    ) as known (tbl, entity, key)
  loop
    execute format('create trigger record_audit after insert or update or delete on %I for each row execute function record_audit(%L, %L)',
      one.tbl, one.entity, one.key);
    execute format('alter table %I enable row level security', one.tbl);
    execute format('alter table %I force row level security', one.tbl);
    execute format('create policy owner_sees_all on %I to current_user using (true) with check (true)', one.tbl);
    execute format('create policy site_only on %I to mainstay_api using (site = app_site()) with check (site = app_site())', one.tbl);
  end loop;
end $$;
grant select, insert, update, delete on payer_rules, payer_contacts, other_contacts to mainstay_api;

-- References of cases, claims and the ledger may lie at facilities the caller does not see: counted, never shown.
create function cases_of_referring_provider(referring uuid) returns integer
  language sql stable security definer set search_path = public
  as $$ select count(*)::int from cases where site = app_site() and "ReferringProviderContactId" = referring $$;

create function uses_of_payer(payer uuid) returns table (policies integer, claims integer, postings integer, providers integer)
  language sql stable security definer set search_path = public
  as $$
    select (select count(*)::int from insurances where site = app_site() and "PayerId" = payer),
           (select count(*)::int from claims where site = app_site() and "PayerId" = payer),
           (select count(*)::int from ledger_entries where site = app_site() and "PayerId" = payer),
           (select count(*)::int from providers where site = app_site() and exists (
              select from jsonb_array_elements(notes_permissions) one where lower(one ->> 'PayerId') = payer::text))
  $$;

-- Through the tables themselves, so that every device hears of its cases.
create function move_referred_cases(gone uuid, stays uuid) returns integer
  language plpgsql volatile security definer set search_path = public as $$
declare
  moved integer;
begin
  if not exists (select from referring_providers where site = app_site() and "ReferringProviderId" = stays) then
    raise exception 'not a referring provider of this site';
  end if;
  update cases set "ReferringProviderContactId" = stays where site = app_site() and "ReferringProviderContactId" = gone;
  get diagnostics moved = row_count;
  return moved;
end $$;
revoke all on function cases_of_referring_provider, uses_of_payer, move_referred_cases from public;
grant execute on function cases_of_referring_provider, uses_of_payer, move_referred_cases to mainstay_api;
