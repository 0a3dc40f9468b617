-- How many photos an intake was given, and how large they are together: each that is taken again stays a file.
alter table intakes
  add column photos int not null default 0 check (photos >= 0),
  add column "photoBytes" int not null default 0 check ("photoBytes" >= 0);
grant update (photos, "photoBytes") on intakes to mainstay_api;
