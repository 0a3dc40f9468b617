import type { QueueableName } from '#contract/queued-endpoints.ts';
import type { FormCallName } from '#contract/records.ts';
import { billingViews } from '#features/billing/conflict-views.ts';
import { caseChangeView, caseViews } from '#features/cases/conflict-views.ts';
import { chargeViews } from '#features/charges/conflict-views.ts';
import { documentationViews } from '#features/documentation/conflict-views.ts';
import { emergencyViews } from '#features/emergency/conflict-views.ts';
import { flowsheetViews } from '#features/flowsheet/conflict-views.ts';
import { outcomeViews } from '#features/outcomes/conflict-views.ts';
import { schedulingViews } from '#features/scheduling/conflict-views.ts';
import { sessionViews } from '#features/session/conflict-views.ts';
import { visitViews } from '#features/visits/conflict-views.ts';
import type { ConflictView, ConflictViews, DraftViews } from '#shared/conflict-views.ts';
import { recordViews } from '#sync/changes/record-views.tsx';
import { syncViews } from '#sync/conflict-views.ts';
import { recordForms } from './record-forms.ts';

/** How each command that may wait is shown, as its feature says; a missing one does not compile. */
const commandViews: Record<Exclude<QueueableName, FormCallName>, ConflictView> = {
  ...billingViews,
  ...caseViews,
  ...chargeViews,
  ...documentationViews,
  ...emergencyViews,
  ...flowsheetViews,
  ...outcomeViews,
  ...schedulingViews,
  ...sessionViews,
  ...syncViews,
  ...visitViews,
};

const formViews = recordViews(recordForms);

export const conflictViews: ConflictViews = {
  ...formViews,
  ...commandViews,
  'cases.update': { ...formViews['cases.update'], ...caseChangeView },
};

/** The forms of all features, for what was left half-filled in them; a missing one does not compile. */
export const draftViews: DraftViews = {
  note: { what: 'Note', open: 'Open note', listsFields: true },
  charges: { what: 'Charges of a visit', open: 'Open visit' },
  flowsheet: { what: 'Flowsheet of a visit', open: 'Open visit' },
  reasons: { what: 'Reasons for signing late', open: 'Open note' },
  stamp: { what: 'Record for a plan of care', open: 'Open form' },
  days: { what: 'Schedule days', open: 'Open calendar', path: '/scheduling' },
  calendar: { what: 'Calendar form', open: 'Open calendar', path: '/scheduling' },
  waitlist: { what: 'Waitlist', open: 'Open calendar', path: '/scheduling' },
  region: { what: 'Region', open: 'Open facilities', path: '/company/facilities' },
  series: { what: 'Series of visits', open: 'Open form' },
  payerRules: { what: 'Payer rules', open: 'Open rules' },
  defaultRules: { what: 'Payer default rules', open: 'Open rules' },
  facility: { what: 'Facility', open: 'Open facilities' },
  provider: { what: 'Provider record', open: 'Open record' },
  newProvider: { what: 'New provider', open: 'Open providers' },
  person: { what: 'Name and email of a user', open: 'Open user' },
  access: { what: 'Permissions of a user', open: 'Open user' },
  invitation: { what: 'Invitation of a user', open: 'Open users' },
  group: { what: 'Permission group', open: 'Open groups' },
  site: { what: 'New site', open: 'Open sites' },
  intakeForm: { what: 'Intake form', open: 'Open form' },
  insuranceReview: { what: 'Insurance from the patient’s forms', open: 'Open chart' },
  outcome: { what: 'Score of an outcome measure', open: 'Open visit' },
  addresses: { what: 'Allowed addresses', open: 'Open settings' },
  listName: { what: 'Name in a clinic list', open: 'Open settings' },
  closedPeriod: { what: 'Closed billing period', open: 'Open settings' },
  setting: { what: 'Company setting', open: 'Open settings' },
  fillRules: { what: 'Offer rules of the waitlist', open: 'Open calendar' },
  connection: { what: 'Single sign-on', open: 'Open sign-in' },
  directory: { what: 'New directory token', open: 'Open sign-in' },
  kiosk: { what: 'New kiosk', open: 'Open kiosks' },
  arrival: { what: 'Reason to dismiss an arrival', open: 'Open On Deck' },
  ownName: { what: 'Your name', open: 'Open account' },
  consents: { what: 'Message consent', open: 'Open chart' },
};
