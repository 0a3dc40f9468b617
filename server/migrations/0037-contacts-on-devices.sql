-- Contacts come to the devices.
drop trigger record_audit on other_contacts;
drop trigger touch on other_contacts;
drop policy owner_sees_all on other_contacts;
drop policy site_only on other_contacts;
select site_table('other_contacts', 'otherContacts', 'OtherContactId');
