-- Null until a device has said itself whether what it keeps is sealed: only then is another word of it a change.
alter table devices alter column "isSealed" drop not null, alter column "isSealed" drop default;
update devices set "isSealed" = null where "lastSyncAt" is null;
