-- Times in which what a patient logs at home is monitored for pay.
create table rtm_episodes (
  site text not null references sites,
  "RtmEpisodeId" uuid not null,
  "CaseId" uuid not null,
  "PatientId" uuid not null,
  "From" date not null,
  "Until" date,
  "Consent" text not null check ("Consent" in ('verbal', 'written')),
  "ConsentOn" date not null,
  "Note" text,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (site, "RtmEpisodeId"),
  check ("Until" is null or "Until" >= "From")
);
select case_table('rtm_episodes', 'rtmEpisodes', 'RtmEpisodeId');
select close_to_patients();
