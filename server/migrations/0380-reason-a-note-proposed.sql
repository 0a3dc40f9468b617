-- What the discharge note proposed when a case was discharged: the base of the merge when that note is signed.
alter table cases add column "NotedReason" text check ("NotedReason" is null
  or "NotedReason" in ('goalsMet', 'plateau', 'patientChoice', 'stoppedComing', 'coverage', 'referred', 'other'));

-- Of cases discharged before, a reason that a note of theirs gives came from it. Devices do not see the column.
alter table cases disable trigger user;
update cases c set "NotedReason" = c."DischargeReason"
where c."DischargeReason" is not null and exists (
  select from visit_notes n
  where n.site = c.site and n."CaseId" = c."CaseId" and n."Elements" ->> 'dischargeReason' = c."DischargeReason"
    and (n."NoteType" = 'discharge' or 'discharge' = any (n."AlsoTypes")));
alter table cases enable trigger user;

select close_to_patients();
