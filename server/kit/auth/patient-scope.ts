import type { Tx } from '../context.ts';

const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * From here on the transaction sees the rows of these patients and what every patient may know of the clinic, and of
 * everything else nothing (migration 0150). It cannot be widened again but by leaving it.
 */
export async function narrowToPatients(tx: Tx, PatientIds: readonly string[]): Promise<void> {
  const list = PatientIds.length === 0 ? nobody : PatientIds.join(',');
  await tx.rows(`select set_config('app.patient', $1, true)`, [list]);
}
