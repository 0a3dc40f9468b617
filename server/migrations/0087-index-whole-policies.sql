-- In batches: those with a policy that is not found by its whole number yet.
select count(index_patient(site, "PatientId"))::integer as done from (
  select distinct i.site, i."PatientId"
  from insurances i join patient_search s on s.site = i.site and s."PatientId" = i."PatientId",
    lateral (select joined_name(i."MemberId") as whole) as number
  where whole ~ '^1[0-9]{10,}$'
    and (strpos(s.words || ' ', ' ' || whole || ' ') = 0 or strpos(s.words || ' ', ' ' || substr(whole, 2) || ' ') = 0)
  limit 2000) as lacking;
