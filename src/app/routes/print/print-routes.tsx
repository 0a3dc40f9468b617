import type { RouteObject } from 'react-router';
import { guard } from '#session/guard-loader.ts';
import { PrintFrame } from './print-frame.tsx';

/** The pages of spec 2 that are printed. Whose visits they show is what this device holds for who is signed in. */
export const printRoute: RouteObject = {
  Component: PrintFrame,
  children: [
    {
      path: '/printSignInDaySchedule',
      loader: guard({}),
      lazy: async () => ({ Component: (await import('./print-sign-in-day.tsx')).PrintSignInDayRoute }),
    },
    {
      path: '/printProviderDaySchedule',
      loader: guard({}),
      lazy: async () => ({ Component: (await import('./print-provider-day.tsx')).PrintProviderDayRoute }),
    },
    {
      path: '/printPatientSchedule/:patientId/:time',
      loader: guard({}),
      lazy: async () => ({
        Component: (await import('./print-patient-schedule.tsx')).PrintPatientScheduleRoute,
      }),
    },
    {
      path: '/rundown',
      loader: guard({}),
      lazy: async () => ({ Component: (await import('./rundown.tsx')).RundownRoute }),
    },
  ],
};
