-- A link that ends one kind of emails, and nothing else.
alter table patient_links
  drop constraint patient_links_purpose_check,
  add constraint patient_links_purpose_check check (purpose in
    ('visit', 'visits', 'preferences', 'offer', 'intake', 'hep', 'survey', 'review', 'pay', 'book', 'checkin', 'unsubscribe')),
  -- What the emails are about that it ends.
  add column about text check (about in ('visits', 'billing', 'hep', 'surveys', 'reviews', 'marketing')),
  add constraint unsubscribe_names_what check ((purpose = 'unsubscribe') = (about is not null));
-- Its path travels with the email until that is sent, and is kept no longer.
alter table outbound_messages add column unsubscribe text;
alter table outgoing_mail add column unsubscribe text;
grant update (unsubscribe) on outbound_messages, outgoing_mail to mainstay_api;
