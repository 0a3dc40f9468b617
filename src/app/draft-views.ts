import type { DraftViews } from '#shared/conflict-views.ts';

/** The forms of all features, for what was left half-filled in them; a missing one does not compile. */
export const draftViews: DraftViews = {
  note: { what: 'Note', open: 'Open the note', listsFields: true },
  charges: { what: 'Charges of a visit', open: 'Open the visit' },
  patient: { what: 'Changes to a patient', open: 'Open the form', listsFields: true },
  newPatient: { what: 'New patient', open: 'Open the form', path: '/patients' },
  case: { what: 'Case', open: 'Open the form' },
  days: { what: 'Days of a schedule', open: 'Open the calendar', path: '/scheduling' },
  calendar: { what: 'Form of the calendar', open: 'Open the calendar', path: '/scheduling' },
  waitlist: { what: 'Waitlist', open: 'Open the calendar', path: '/scheduling' },
  region: { what: 'Region', open: 'Open the facilities', path: '/company/facilities' },
  series: { what: 'Series of visits', open: 'Open the form' },
  payer: { what: 'Payer', open: 'Open the payers' },
  referring: { what: 'Referring provider', open: 'Open the referring providers' },
  contact: { what: 'Contact', open: 'Open the contacts' },
  defaultRules: { what: 'Payer default rules', open: 'Open the rules' },
  facility: { what: 'Facility', open: 'Open the facilities' },
  provider: { what: 'Provider record', open: 'Open the record' },
  newProvider: { what: 'New provider', open: 'Open the providers' },
  person: { what: 'Name and e-mail of a user', open: 'Open the user' },
  access: { what: 'What a user may do', open: 'Open the user' },
  invitation: { what: 'Invitation of a user', open: 'Open the users' },
  group: { what: 'Permission group', open: 'Open the groups' },
  site: { what: 'New site', open: 'Open the sites' },
};
