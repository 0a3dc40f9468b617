-- Whether writes work: a row that takes half a page, so that a full disk shows. It belongs to no site and says nothing.
create table write_probe (
  one boolean primary key default true check (one),
  at timestamptz not null,
  filling text not null
);
alter table write_probe alter column filling set storage plain;
revoke all on write_probe from mainstay_api;

create function probe_write() returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    insert into write_probe (at, filling) values (clock_timestamp(), repeat('x', 4000))
      on conflict (one) do update set at = excluded.at, filling = excluded.filling
  $$;
revoke all on function probe_write from public;
grant execute on function probe_write to mainstay_api;

alter table write_probe enable row level security;
alter table write_probe force row level security;
create policy owner_sees_all on write_probe to current_user using (true) with check (true);
