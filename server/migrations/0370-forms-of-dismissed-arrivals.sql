-- An arrival that is dismissed keeps its forms, and whose they are: they are nowhere else.
alter table kiosk_arrivals
  drop constraint kiosk_arrivals_check2,
  drop constraint kiosk_arrivals_check3,
  add check (("DateOfBirth" is not null) = (state = 'waiting' or forms is not null)),
  add check (("lastFour" is not null) = (state = 'waiting' or forms is not null)),
  add check (state <> 'matched' or forms is null);
