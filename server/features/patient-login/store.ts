/** Who is logged in on the pages for patients. */
export { patientCaller, type PatientCaller } from './sessions.ts';
/** Codes, and how many were sent: for whoever proves a contact by one. */
export { countsOf } from './rows.ts';
export { codeHashOf, isCode, newCode } from './secrets.ts';
