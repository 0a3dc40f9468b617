/** Who is logged in on the pages for patients. */
export { patientCaller, type PatientCaller } from './sessions.ts';
