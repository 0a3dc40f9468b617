import type { Device } from '#local/store/device.ts';
import type { Engine } from '../sync/engine.ts';

/** Charts that nobody opened and this device needs: they are fetched when there is nothing more urgent. */
export function wantCharts({ wantedCharts }: Engine, PatientIds: Iterable<string>): void {
  for (const id of PatientIds) if (!wantedCharts.has(id)) wantedCharts.set(id, []);
}

/** Inside the transaction that stores what they are wanted for: a tab that is closed before they came loses no wish. */
export async function keepWanted({ mirror }: Device, PatientIds: readonly string[]): Promise<void> {
  if (PatientIds.length === 0) return;
  await mirror.charts
    .where('PatientId')
    .anyOf([...PatientIds])
    .modify({ isWanted: true });
}

/** Takes up what was wanted when nobody led here any more. */
export async function wantKept(engine: Engine): Promise<void> {
  const charts = await engine.device.mirror.charts.filter(({ isWanted }) => isWanted === true).primaryKeys();
  wantCharts(engine, charts);
}
