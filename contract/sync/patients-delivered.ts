import { patientsIn } from '../base/patients-in.ts';

type Delivered = {
  put?: readonly { rows: readonly Record<string, unknown>[] }[];
  names?: readonly { PatientId: string }[];
  outcomes?: readonly { current: unknown }[];
};

/** Whose rows go to a device: each row of a chart names its patient itself, so what is in it need not be read. */
export function patientsDelivered({ put = [], names = [], outcomes = [] }: Delivered): Set<string> {
  const found = new Set<string>();
  for (const { rows } of put) for (const { PatientId } of rows) if (typeof PatientId === 'string') found.add(PatientId);
  for (const { PatientId } of names) found.add(PatientId);
  for (const { current } of outcomes) patientsIn(current, found);
  return found;
}
