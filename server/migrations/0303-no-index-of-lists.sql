-- Found by their seals since 0300.
drop index audit_entry_patients;
