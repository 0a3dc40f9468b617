import type { RouteObject } from 'react-router';
import { screen } from '#app/routing/screens.tsx';
import { PrintFrame } from './print-frame.tsx';

/** The pages of spec 2 that are printed. Whose visits they show is what this device holds for who is signed in. */
export const printRoute: RouteObject = {
  element: <PrintFrame />,
  children: [
    screen('/printSignInDaySchedule', {}, async () => ({
      Component: (await import('./print-sign-in-day.tsx')).PrintSignInDayRoute,
    })),
    screen('/printProviderDaySchedule', {}, async () => ({
      Component: (await import('./print-provider-day.tsx')).PrintProviderDayRoute,
    })),
    screen('/printPatientSchedule/:patientId/:time', {}, async () => ({
      Component: (await import('./print-patient-schedule.tsx')).PrintPatientScheduleRoute,
    })),
    screen('/printNote/:patientId/:noteId', {}, async () => ({
      Component: (await import('./print-note.tsx')).PrintNoteRoute,
    })),
    screen('/printHomeProgram/:patientId/:homeProgramId', {}, async () => ({
      Component: (await import('./print-home-program.tsx')).PrintHomeProgramRoute,
    })),
    screen('/rundown', {}, async () => ({ Component: (await import('./rundown.tsx')).RundownRoute })),
  ],
};
