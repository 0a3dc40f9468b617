import { demoId } from '../../../server/demo/ids.ts';
import { who, type Stop } from './stop.ts';

/** What is printed. */
export function printedStops({ day, PatientId, note }: { day: string; PatientId: string; note: string }) {
  return {
    '/printSignInDaySchedule': [{ as: 'pt', address: `/printSignInDaySchedule?date=${day}`, shows: who }],
    '/printProviderDaySchedule': [
      { as: 'pt', address: `/printProviderDaySchedule?date=${day}`, shows: [...who, 'Phone'] },
    ],
    '/printPatientSchedule/:patientId/:time': [
      { as: 'pt', address: `/printPatientSchedule/${PatientId}/all`, shows: who },
    ],
    '/printNote/:patientId/:noteId': [
      { as: 'pt', address: note.replace(/^\/patients\/([^?]+)\?visit=/, '/printNote/$1/'), shows: ['note'] },
    ],
    '/printHomeProgram/:patientId/:homeProgramId': [
      {
        as: 'pt',
        address: `/printHomeProgram/${PatientId}/${demoId('demo', 'homeProgram', 'gus 1')}`,
        shows: [],
        noneBecause: 'shows a program of its own patient alone: patient-story.spec.ts',
      },
    ],
    '/rundown': [{ as: 'pt', address: `/rundown?date=${day}&provider=all`, shows: who }],
  } satisfies Record<string, Stop[]>;
}
