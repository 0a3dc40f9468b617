-- Why an episode ended stays with the case, and not in its discharge note alone.
alter table cases add column "DischargeReason" text check ("DischargeReason" is null
  or "DischargeReason" in ('goalsMet', 'plateau', 'patientChoice', 'stoppedComing', 'coverage', 'referred', 'other'));

-- Devices fetch every case anew with the schema of this release.
alter table cases disable trigger user;
update cases c set "DischargeReason" = n.reason from (
  select distinct on (site, "CaseId") site, "CaseId", "Elements" ->> 'dischargeReason' as reason from visit_notes
  where "signedAt" is not null and ("NoteType" = 'discharge' or 'discharge' = any ("AlsoTypes"))
    and "Elements" ->> 'dischargeReason' in ('goalsMet', 'plateau', 'patientChoice', 'stoppedComing', 'coverage', 'referred', 'other')
  order by site, "CaseId", "NoteDate" desc, "signedAt" desc
) n where n.site = c.site and n."CaseId" = c."CaseId" and c."DischargedAt" is not null;
alter table cases enable trigger user;
