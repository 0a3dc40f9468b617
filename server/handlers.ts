import type { endpoints } from '#contract/endpoints.ts';
import { accountHandlers } from './features/account/handlers.ts';
import { addressBookHandlers } from './features/address-book/handlers.ts';
import { auditHandlers } from './features/audit/handlers.ts';
import { billingHandlers } from './features/billing/handlers.ts';
import { caseHandlers } from './features/cases/handlers.ts';
import { chargeHandlers } from './features/charges/handlers.ts';
import { clinicListHandlers } from './features/clinic-lists/handlers.ts';
import { complianceHandlers } from './features/compliance/handlers.ts';
import { connectionHandlers } from './features/connections/handlers.ts';
import { documentationHandlers } from './features/documentation/handlers.ts';
import { emergencyHandlers } from './features/emergency/handlers.ts';
import { emergencyGrantHandlers } from './features/emergency-grants/handlers.ts';
import { exerciseHandlers } from './features/exercises/handlers.ts';
import { facilityHandlers } from './features/facilities/handlers.ts';
import { feedHandlers } from './features/feeds/handlers.ts';
import { flowsheetHandlers } from './features/flowsheet/handlers.ts';
import { fileHandlers } from './features/files/handlers.ts';
import { hepHandlers } from './features/hep/handlers.ts';
import { importerHandlers } from './features/importer/handlers.ts';
import { intakeHandlers } from './features/intake/handlers.ts';
import { intakeFormHandlers } from './features/intake-forms/handlers.ts';
import { kioskHandlers } from './features/kiosk/handlers.ts';
import { mailHandlers } from './features/mail/handlers.ts';
import { measureHandlers } from './features/measures/handlers.ts';
import { messageHandlers } from './features/messages/handlers.ts';
import { patientHandlers } from './features/patients/handlers.ts';
import { onlineSchedulingHandlers } from './features/online-scheduling/handlers.ts';
import { outcomeHandlers } from './features/outcomes/handlers.ts';
import { providerHandlers } from './features/providers/handlers.ts';
import { samePeopleHandlers } from './features/same-people/handlers.ts';
import { schedulingHandlers } from './features/scheduling/handlers.ts';
import { scimHandlers } from './features/scim/handlers.ts';
import { sessionHandlers } from './features/session/handlers.ts';
import { settingsHandlers } from './features/settings/handlers.ts';
import { singleSignOnHandlers } from './features/single-sign-on/handlers.ts';
import { siteHandlers } from './features/sites/handlers.ts';
import { syncHandlers } from './features/sync/handlers.ts';
import { onlineReviewHandlers } from './features/online-review/handlers.ts';
import { taskHandlers } from './features/tasks/handlers.ts';
import { surveyHandlers } from './features/surveys/handlers.ts';
import { subjectNoteHandlers } from './features/subject-notes/handlers.ts';
import { patientLoginHandlers } from './features/patient-login/handlers.ts';
import { templateHandlers } from './features/templates/handlers.ts';
import { userHandlers } from './features/users/handlers.ts';
import { visitHandlers } from './features/visits/handlers.ts';
import { waitlistHandlers } from './features/waitlist/handlers.ts';
import type { Handlers } from './kit/context.ts';
import { recordHandlersOf } from './record-handlers.ts';

/** Who answers each call. A missing handler does not compile. */
export const handlers = {
  addressBook: { ...addressBookHandlers, ...recordHandlersOf('addressBook') },
  audit: auditHandlers,
  session: sessionHandlers,
  sync: syncHandlers,
  patients: patientHandlers,
  cases: { ...caseHandlers, ...recordHandlersOf('cases') },
  visits: visitHandlers,
  documentation: documentationHandlers,
  charges: chargeHandlers,
  flowsheet: { ...flowsheetHandlers, ...recordHandlersOf('flowsheet') },
  billing: billingHandlers,
  clinicLists: clinicListHandlers,
  compliance: complianceHandlers,
  connections: connectionHandlers,
  exercises: exerciseHandlers,
  facilities: facilityHandlers,
  feeds: feedHandlers,
  samePeople: samePeopleHandlers,
  settings: settingsHandlers,
  importer: importerHandlers,
  // Answered by hand, without the database.
  outage: {},
  emergency: emergencyHandlers,
  emergencyGrants: emergencyGrantHandlers,
  mail: mailHandlers,
  measures: { ...measureHandlers, ...recordHandlersOf('measures') },
  messages: messageHandlers,
  scheduling: { ...schedulingHandlers, ...recordHandlersOf('scheduling') },
  scim: scimHandlers,
  singleSignOn: singleSignOnHandlers,
  outcomes: outcomeHandlers,
  providers: providerHandlers,
  sites: siteHandlers,
  users: userHandlers,
  account: accountHandlers,
  waitlist: waitlistHandlers,
  subjectNotes: { ...subjectNoteHandlers, ...recordHandlersOf('subjectNotes') },
  patientLogin: patientLoginHandlers,
  // All by hand.
  patientVisits: {},
  guarantors: recordHandlersOf('guarantors'),
  templates: { ...templateHandlers, ...recordHandlersOf('templates') },
  files: fileHandlers,
  intake: intakeHandlers,
  intakeForms: intakeFormHandlers,
  hep: { ...hepHandlers, ...recordHandlersOf('hep') },
  surveys: surveyHandlers,
  kiosk: kioskHandlers,
  onlineScheduling: { ...onlineSchedulingHandlers, ...recordHandlersOf('onlineScheduling') },
  onlineReview: { ...onlineReviewHandlers, ...recordHandlersOf('onlineReview') },
  tasks: { ...taskHandlers, ...recordHandlersOf('tasks') },
} as const satisfies { [F in keyof typeof endpoints]: Handlers<(typeof endpoints)[F]> };
