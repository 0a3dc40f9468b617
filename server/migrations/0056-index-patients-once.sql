-- Each value is folded once: in one statement, PostgreSQL puts the folding wherever the value is named.
create or replace function patient_words_of(of_site text, of_patient uuid) returns text[] language plpgsql stable as $$
declare
  one record;
  policy text;
  names text[];
  phone text;
  others text[];
begin
  select "LastName", "FirstName", "PreferredName", "Phone", "DateOfBirth" into one
    from patients where site = of_site and "PatientId" = of_patient;
  if not found then
    return null;
  end if;
  names := name_words(one."LastName", one."FirstName", one."PreferredName");
  phone := phone_digits(one."Phone");
  others := array[phone, right(phone, 7), right(phone, 4), '=' || one."DateOfBirth"::text];
  for policy in
    select "MemberId" from insurances where site = of_site and "PatientId" = of_patient and "MemberId" is not null
  loop
    others := others || regexp_replace(joined_name(policy), '^1(\d{10})$', '\1');
  end loop;
  return names || array(
    select distinct word collate "C" from unnest(others) as each (word)
    where word <> '' and word <> all (names) order by 1);
end $$;

-- A patient and the policies that are written with them are indexed once, as the transaction ends: each policy wrote all
-- words anew.
do $$
declare
  one record;
begin
  for one in select tgname, tgrelid::regclass as tbl, pg_get_triggerdef(oid) as made from pg_trigger
    where tgfoid = 'index_patient_of_row'::regproc
  loop
    execute format('drop trigger %I on %s', one.tgname, one.tbl);
    execute regexp_replace(regexp_replace(one.made, '^CREATE TRIGGER', 'CREATE CONSTRAINT TRIGGER'),
      ' FOR EACH ROW', ' DEFERRABLE INITIALLY DEFERRED FOR EACH ROW');
  end loop;
end $$;
