/** Who is logged in on the pages for patients. */
export { openPatientSession, patientCaller, renewVisitToken, type PatientCaller } from './sessions.ts';
export { isDeviceKey, isSigned } from './secrets.ts';
