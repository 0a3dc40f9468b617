-- In batches: what seals of before tell of.
select count(note_shown(site, seq, ids))::integer as done from (
  select site, seq, ids from audit_seals s
  where not exists (select from audit_shown h where h.site = s.site and h.seq = s.seq) limit 500) as lacking;
