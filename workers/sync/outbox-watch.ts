import { PatientName } from '#contract/patients/patient.ts';
import { patientsOverlaid } from '#local/outbox/overlay.ts';
import type { Device } from '#local/store/device.ts';
import { reportLog, reportSealedAwayAgain } from './report-outbox.ts';
import type { StateBoard } from './sync-state.ts';
import { whenQuiet } from './when-quiet.ts';

/** While somebody saves one thing after the other, counting would only slow the saving down. */
const countMs = { quiet: 30, most: 500 };

export type OutboxWatch = ReturnType<typeof outboxWatch>;

/** Keeps what is shown of the outbox in line with it: its counts, and the names of patients it changes. */
export function outboxWatch(device: Device, board: StateBoard) {
  const names = new Map<string, PatientName>();

  async function count(): Promise<void> {
    await Promise.all([board.recount(), readNames()]);
  }

  async function readNames(): Promise<void> {
    const changed = await patientsOverlaid(device);
    names.clear();
    for (const [PatientId, row] of changed) if (row) names.set(PatientId, PatientName.parse(row));
  }

  const changed = whenQuiet(
    async () => {
      await Promise.all([count(), reportLog(device, board)]);
      await reportSealedAwayAgain(device, board);
    },
    countMs.quiet,
    countMs.most,
  );

  return {
    /** By patient, what calls that wait make of their names. */
    names: names as ReadonlyMap<string, PatientName>,
    count,
    changed: changed.call,
    close() {
      changed.cancel();
      names.clear();
    },
  };
}
