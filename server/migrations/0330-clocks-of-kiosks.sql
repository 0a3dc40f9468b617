-- By how much the clock of a tablet was ahead when it last called; null where it did not tell.
alter table kiosks add column "clockAheadMs" bigint;

-- The time is the corrected one, or that of receipt; null where the clock of the tablet was right.
alter table kiosk_arrivals
  add column "clockFault" text check ("clockFault" in ('corrected', 'receipt'));
