-- One entry says of many patients that something of theirs was shown or sent; it is found by each of them.
create index audit_entry_patients on audit_entry using gin ((detail -> 'patients')) where entity = 'charts';
