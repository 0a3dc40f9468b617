-- Of the secret a device shows when it asks, signed out, whether it was ordered to erase itself.
alter table devices add column "askHash" text check ("askHash" ~ '^[0-9a-f]{64}$');
