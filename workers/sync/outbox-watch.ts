import { PatientName } from '#contract/patients/patient-name.ts';
import { patientsOverlaid } from '#local/outbox/overlay.ts';
import type { Device } from '#local/store/device.ts';
import { reportLog, reportSealedAwayAgain } from './report-outbox.ts';
import type { StateBoard } from './sync-state.ts';
import { whenQuiet } from './when-quiet.ts';

/** Counting waits while somebody saves one thing after the other: it would slow the saves down. */
const countMs = { quiet: 30, most: 500 };

export type OutboxWatch = ReturnType<typeof outboxWatch>;

/** Keeps the shown counts of the outbox current, and the patient names that it changes. */
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
    /** Names as the waiting calls change them, by patient. */
    names: names as ReadonlyMap<string, PatientName>,
    count,
    changed: changed.call,
    close() {
      changed.cancel();
      names.clear();
    },
  };
}
