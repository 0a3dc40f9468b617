/** Who is logged in on the pages for patients. */
export { recognize, typedInSession } from './recognize.ts';
export { patientCaller, type PatientCaller } from './sessions.ts';
