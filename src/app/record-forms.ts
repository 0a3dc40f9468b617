import type { records } from '#contract/records.ts';
import type { AnyRecordForm } from '#shared/forms/record-form.tsx';

/** Loads the form of every record, by its entity; a missing one does not compile. */
export const recordForms: Record<keyof typeof records, () => Promise<AnyRecordForm>> = {
  scripts: async () => (await import('#features/cases/script-form.tsx')).scriptForm as never,
  authorizations: async () => (await import('#features/cases/authorization-form.tsx')).authorizationForm as never,
  otherContacts: async () => (await import('#features/address-book/other-contact-form.tsx')).otherContactForm as never,
  holidays: async () => (await import('#features/facilities/holiday-form.tsx')).holidayForm as never,
};
