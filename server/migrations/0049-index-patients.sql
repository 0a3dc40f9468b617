-- In batches.
select index_patients(2000) as done;
