-- A first visit that was booked online asks for an estimate, where the patient pays.
alter table tasks drop constraint "tasks_Kind_check";
alter table tasks add constraint "tasks_Kind_check" check ("Kind" in ('own', 'detractor', 'homePain', 'estimate'));

select close_to_patients();
