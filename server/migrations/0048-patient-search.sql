-- Patients are searched by words that are folded when they are written, in the order of an index. The folding is the
-- twin of contract/patients/name-words.ts, whatever locale the database has.

-- Small letters without accents.
create function fold_name(given text) returns text language sql immutable parallel safe return
  case when given ~ '^[\u0020-\u007e]*$' then lower(given collate "C") else
    replace(replace(replace(replace(
      translate(
        translate(lower(regexp_replace(normalize(given, nfd),
          '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]',
          '', 'g') collate "C"),
    'ÆÐØÞĐĦĲĿŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǄǅǇǈǊǋǤǱǲǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧ'
    'ΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϴϷϹϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴ'
    'ҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖẞ',
    'æðøþđħĳŀłŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǆǆǉǉǌǌǥǳǳƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχ'
    'ψωϗϙϛϝϟϡϣϥϧϩϫϭϯθϸϲϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵ'
    'ҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆß'),
        'øłđðıς', 'olddiσ'),
      'ß', 'ss'), 'þ', 'th'), 'æ', 'ae'), 'œ', 'oe') end;

-- What is no part of a word; names as one word are without it.
create function between_words() returns text language sql immutable parallel safe
  return '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u02b0-\u02ff\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f\uff00-\uff0f]+';
create function joined_name(given text) returns text language sql immutable parallel safe
  return regexp_replace(fold_name(given), between_words(), '', 'g');

-- The words a patient is found by, the whole last name first.
create function name_words(last_name text, first_name text, preferred text) returns text[]
  language plpgsql immutable parallel safe as $$
declare
  whole text;
begin
  if preferred is null and last_name ~ '^[A-Za-z0-9]+$' and first_name ~ '^[A-Za-z0-9]+$' then
    return array_remove(array[lower(last_name collate "C"),
      nullif(lower(first_name collate "C"), lower(last_name collate "C"))], null);
  end if;
  whole := joined_name(last_name);
  return array[whole] || array(
    select distinct word collate "C" from unnest(array[last_name, first_name, preferred]) as names (one),
      lateral (select fold_name(one) as folded) as small,
      lateral (
        select regexp_replace(folded, between_words(), '', 'g') as word
        union all select regexp_replace(part, between_words(), '', 'g') from regexp_split_to_table(folded, '[\u0009-\u000d \u00a0]+') as part
        union all select regexp_split_to_table(folded, between_words())) as words
    where word <> '' and word <> whole order by 1);
end $$;

-- Digits as they are compared: without the leading 1 of eleven.
create function phone_digits(phone text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^1(\d{10})$', '\1');

-- A phone is found by how it begins, also without its area code, and by its last four digits; a birth date as a whole;
-- a policy by how its number begins.
create function patient_words_of(of_site text, of_patient uuid) returns text[] language sql stable as $$
  select names || array(
    select distinct word collate "C" from (
      select phone_digits("Phone") as word
      union all select right(phone_digits("Phone"), 7)
      union all select right(phone_digits("Phone"), 4)
      union all select '=' || "DateOfBirth"::text
      union all select regexp_replace(joined_name("MemberId"), '^1(\d{10})$', '\1') from insurances
        where site = of_site and "PatientId" = of_patient) as others
    where word <> '' and word <> all (names) order by 1)
  from patients, lateral (select name_words("LastName", "FirstName", "PreferredName") as names) as named
  where site = of_site and "PatientId" = of_patient
$$;

-- `words`: all of a patient's, each after a space; `sort`: last and first name.
create table patient_search (
  site text not null,
  "PatientId" uuid not null,
  sort text collate "C" not null,
  words text collate "C" not null,
  primary key (site, "PatientId")
);

-- A row for each word, next to all of them: the last name has place 0, every other word 1.
create table patient_words (
  site text not null,
  place smallint not null,
  word text collate "C" not null,
  sort text collate "C" not null,
  "PatientId" uuid not null,
  words text collate "C" not null,
  primary key (site, place, word, sort, "PatientId")
);

-- The order of lists comes from there now.
drop index "patients_site_lower_lower1_PatientId_idx";

-- Written by triggers alone.
do $$
declare
  tbl text;
begin
  foreach tbl in array array['patient_search', 'patient_words'] loop
    execute format('alter table %I enable row level security', tbl);
    execute format('alter table %I force row level security', tbl);
    execute format('create policy owner_sees_all on %I to current_user using (true) with check (true)', tbl);
    execute format('create policy site_alone on %I for select to mainstay_api using (site = app_site() and (select in_scope(''site'', sees_all())))', tbl);
    execute format('grant select on %I to mainstay_api', tbl);
  end loop;
end $$;

create function index_patient(of_site text, of_patient uuid) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  had patient_search;
  found_by text[];
  now_words text;
  now_sort text;
begin
  -- Held before anything else is read, so that of two policies written at once neither is forgotten.
  select * into had from patient_search where site = of_site and "PatientId" = of_patient for update;
  found_by := patient_words_of(of_site, of_patient);
  now_words := ' ' || array_to_string(found_by, ' ');
  select found_by[1] || ' ' || joined_name("FirstName") into now_sort from patients
    where site = of_site and "PatientId" = of_patient;
  if had.words = now_words and had.sort = now_sort then
    return;
  end if;
  if had.site is not null then
    delete from patient_words where site = of_site and place in (0, 1) and word = any (string_to_array(substr(had.words, 2), ' '))
      and sort = had.sort and "PatientId" = of_patient;
  end if;
  if found_by is null then
    delete from patient_search where site = of_site and "PatientId" = of_patient;
    return;
  end if;
  insert into patient_words (site, place, word, sort, "PatientId", words)
    select of_site, (nth > 1)::int, word, now_sort, of_patient, now_words from unnest(found_by) with ordinality as each (word, nth)
    on conflict do nothing;
  insert into patient_search values (of_site, of_patient, now_sort, now_words)
    on conflict (site, "PatientId") do update set sort = excluded.sort, words = excluded.words;
end $$;

create function index_patient_of_row() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    perform index_patient(old.site, old."PatientId");
  end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or (new.site, new."PatientId") <> (old.site, old."PatientId")) then
    perform index_patient(new.site, new."PatientId");
  end if;
  return null;
end $$;
create trigger index_patient after insert or delete or update of "FirstName", "LastName", "PreferredName", "Phone", "DateOfBirth"
  on patients for each row execute function index_patient_of_row();
create trigger index_patient_of_new after insert on insurances
  for each row when (new."MemberId" is not null) execute function index_patient_of_row();
create trigger index_patient_of_old after delete on insurances
  for each row when (old."MemberId" is not null) execute function index_patient_of_row();
create trigger index_patient_of_changed after update of "MemberId", "PatientId" on insurances
  for each row execute function index_patient_of_row();

-- Those from before, some at a time; how many. Where it has come to is kept by the session.
create function index_patients(most integer) returns integer language plpgsql volatile set search_path = public, pg_temp as $$
declare
  reached text[] := string_to_array(coalesce(nullif(current_setting('app.indexed_to', true), ''), ' 00000000-0000-0000-0000-000000000000'), ' ');
  one record;
  done integer := 0;
begin
  for one in
    select site, "PatientId" as id from patients where (site, "PatientId") > (reached[1], reached[2]::uuid)
    order by site, "PatientId" limit most
  loop
    perform index_patient(one.site, one.id);
    done := done + 1;
    reached := array[one.site, one.id::text];
  end loop;
  perform set_config('app.indexed_to', array_to_string(reached, ' '), false);
  return done;
end $$;

revoke execute on function patient_words_of, index_patient, index_patient_of_row, index_patients from public;
