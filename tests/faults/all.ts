import { calendarFaults } from './calendar.ts';
import { chargeFaults } from './charges.ts';
import { contractFaults } from './contract.ts';
import type { Fault } from './fault.ts';
import { formFaults } from './forms.ts';
import { localFaults } from './local.ts';
import { operationFaults } from './operations.ts';
import { patientFaults } from './patients.ts';
import { publicFaults } from './public.ts';
import { serverFaults } from './server.ts';
import { srcFaults } from './src.ts';
import { startFaults } from './starts.ts';
import { surveyFaults } from './surveys.ts';

/** Every planted fault, by the room it is in; `local` stands for `local/` and `workers/`. */
export const faults = {
  contract: contractFaults,
  charges: chargeFaults,
  server: serverFaults,
  operations: operationFaults,
  starts: startFaults,
  patients: [...patientFaults, ...publicFaults],
  surveys: surveyFaults,
  calendar: calendarFaults,
  forms: formFaults,
  local: localFaults,
  src: srcFaults,
} satisfies Record<string, readonly Fault[]>;

export type FaultRoom = keyof typeof faults;
