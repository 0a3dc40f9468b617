import type { RecordForms } from '#sync/changes/record-views.tsx';

/** Loads the form of every record, by its entity; a missing one does not compile. */
export const recordForms: RecordForms = {
  scripts: async () => (await import('#features/cases/script-form.tsx')).scriptForm as never,
  authorizations: async () => (await import('#features/cases/authorization-form.tsx')).authorizationForm as never,
  otherContacts: async () => (await import('#features/address-book/other-contact-form.tsx')).otherContactForm as never,
  referringProviders: async () => (await import('#features/address-book/referring-form.tsx')).referringForm as never,
  subjectNotes: async () => (await import('#features/subject-notes/subject-note-form.tsx')).subjectNoteForm as never,
  payers: async () => (await import('#features/address-book/payer-form.tsx')).payerForm as never,
  patients: async () => (await import('#features/patients/patient-form.tsx')).patientForm as never,
  newPatients: async () => (await import('#features/patients/new-patient-form.tsx')).newPatientForm as never,
  cases: async () => (await import('#features/cases/case-form.tsx')).caseForm as never,
  goals: async () => (await import('#features/cases/goal-form.tsx')).goalForm as never,
  plansOfCare: async () => (await import('#features/cases/plan-form.tsx')).planForm as never,
  caseExercises: async () => (await import('#features/flowsheet/case-exercise-form.tsx')).caseExerciseForm as never,
  evalTemplates: async () => (await import('#features/templates/eval-template-form.tsx')).evalTemplateForm as never,
  textTemplates: async () => (await import('#features/templates/text-template-form.tsx')).textTemplateForm as never,
  evalMeasurements: async () => (await import('#features/measures/measure-form.tsx')).measureForm as never,
  patientGuarantors: async () =>
    (await import('#features/guarantors/guarantor-form.tsx')).patientGuarantorForm as never,
  rtmEpisodes: async () => (await import('#features/hep/rtm-form.tsx')).rtmEpisodeForm as never,
  homePrograms: async () => (await import('#features/hep/home-program-form.tsx')).homeProgramForm as never,
  bookingRules: async () =>
    (await import('#features/online-scheduling/booking-rule-form.tsx')).bookingRuleForm as never,
  reviewSites: async () => (await import('#features/online-review/review-site-form.tsx')).reviewSiteForm as never,
  tasks: async () => (await import('#features/tasks/task-form.tsx')).taskForm as never,
  holidays: async () => (await import('#features/facilities/holiday-form.tsx')).holidayForm as never,
};
