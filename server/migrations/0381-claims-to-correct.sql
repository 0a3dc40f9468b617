-- The list of claims to correct is short, however many claims there are.
create index claims_to_correct on claims (site, "ServiceDate", "ClaimId")
  where "AmendedByNoteId" is not null and status <> 'void';

select close_to_patients();
