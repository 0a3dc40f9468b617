import type { Device } from '#local/device.ts';
import type { Engine } from '../engine.ts';
import { nameIndex } from '../name-index.ts';
import { stateBefore, stateBoard } from '../sync-state.ts';
import type { clinic } from './clinic.ts';

/** A device that begins, with the clinic of a test on the other side. */
export function testEngine(device: Device, { server }: Pick<ReturnType<typeof clinic>, 'server'>): Engine {
  return { device, server, names: nameIndex(), board: stateBoard(device, stateBefore), wantedCharts: new Map() };
}
