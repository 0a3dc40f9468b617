-- Dismissed arrivals whose forms are in no chart are listed.
create index on kiosk_arrivals (site, at) where state = 'dismissed' and forms is not null;

select close_to_patients();
