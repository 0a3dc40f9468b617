/** Who is logged in on the pages for patients. */
export { fittingNow, patientInSession, recognize, typedInSession } from './recognize.ts';
export { openPatientSession, patientCaller, renewVisitToken, type PatientCaller } from './sessions.ts';
/** Codes, and how many were sent: for whoever proves a contact by one. */
export { countsOf } from './rows.ts';
export { codeHashOf, isCode, isDeviceKey, isSigned, newCode } from './secrets.ts';
