import type { PatientId } from '#contract/base/ids.ts';
import type { Payer } from '#contract/address-book/payer.ts';
import type { Insurance } from '#contract/patients/insurance.ts';
import type { Patient } from '#contract/patients/patient.ts';
import { device } from '../store/device.ts';
import { readAll, readRow, readRows, readWhere } from './reads.ts';

export type InsuranceLine = { insurance: Insurance; payer: Payer | undefined };

export function readPatient(PatientId: PatientId): Promise<Patient | undefined> {
  return readRow('patients', PatientId);
}

/** Those of the ids that are on this device, in the order of the ids. */
export async function readPatients(ids: PatientId[]): Promise<Patient[]> {
  const rows = await readRows('patients', ids);
  const byId = new Map(rows.map((row) => [row.PatientId, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A patient's policies with their payers, primary first. */
export async function insurancesOfPatient(PatientId: PatientId): Promise<InsuranceLine[]> {
  const insurances = await readWhere('insurances', { index: 'PatientId', equals: PatientId });
  const payers = await readRows(
    'payers',
    insurances.map((each) => each.PayerId),
  );
  const byId = new Map(payers.map((payer) => [payer.PayerId, payer]));
  return insurances
    .toSorted((a, b) => a.Priority - b.Priority)
    .map((insurance) => ({ insurance, payer: byId.get(insurance.PayerId) }));
}

/** Payers a new policy may name, by name. */
export async function activePayers(): Promise<Payer[]> {
  const payers = await readAll('payers');
  return payers.filter((payer) => !payer.Inactive).toSorted((a, b) => a.Name.localeCompare(b.Name));
}

/** Lets an open search ask again once names came or went; the index of a following tab takes a moment longer. */
export function onNamesChanged(listener: () => void): () => void {
  let soon: ReturnType<typeof setTimeout> | undefined;
  const unhear = device().channel.hear(({ kind }) => {
    if (kind !== 'names' && kind !== 'queued') return;
    clearTimeout(soon);
    soon = setTimeout(listener, 250);
  });
  return () => {
    clearTimeout(soon);
    unhear();
  };
}
