import type { Device } from '#local/store/device.ts';
import type { Engine } from '../sync/engine.ts';
import { nameIndex } from '../names/name-index.ts';
import { stateBefore, stateBoard } from '../sync/sync-state.ts';
import type { clinic } from './clinic.ts';

/** A device that begins, with the clinic of a test on the other side. */
export function testEngine(device: Device, { server }: Pick<ReturnType<typeof clinic>, 'server'>): Engine {
  return { device, server, names: nameIndex(), board: stateBoard(device, stateBefore), wantedCharts: new Map() };
}
