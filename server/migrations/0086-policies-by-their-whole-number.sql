-- The words a policy is found by: its number, and one of eleven digits or more that begins with 1 also without it, as
-- eleven that are typed may be a phone. One of eleven was kept without it alone, and not found before all were typed. Twin of
-- contract/patients/policy-words.ts.
create function policy_words(member_id text) returns text[] language plpgsql immutable parallel safe as $$
declare
  whole text := joined_name(member_id);
begin
  if whole ~ '^1[0-9]{10,}$' then
    return array[whole, substr(whole, 2)];
  end if;
  return array_remove(array[whole], '');
end $$;

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
    others := others || policy_words(policy);
  end loop;
  return names || array(
    select distinct word collate "C" from unnest(others) as each (word)
    where word <> '' and word <> all (names) order by 1);
end $$;
