import { holds } from '../base/permissions.ts';

const chartWork = ['write notes', 'cosign notes', 'record charges', 'submit claims'] as const;

/** Whether somebody with these permissions has work to do inside a visit; a front desk has only its time and stage. */
export function worksInVisits(can: readonly string[]): boolean {
  return chartWork.some((permission) => holds(can, permission));
}
