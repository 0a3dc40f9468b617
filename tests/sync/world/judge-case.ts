import type { callsOf } from './people.ts';
import type { Asked } from './state.ts';

export type Row = Record<string, unknown>;
export type Outcome = {
  device: string;
  mid: number;
  name: string;
  status: string;
  kind: string | null;
  reason: string | null;
};
export type Audit = { id: number; device: string | null; action: string; entity: string; pk: string; detail: Row };
export type Kept = Awaited<ReturnType<typeof callsOf>>[number];
/** A call with what the server and the device say of it. */
export type Case = { asked: Asked; outcome: Outcome | undefined; kept: Kept | undefined };

export function named({ asked }: Case): string {
  return `${asked.profile.label} ${asked.mid} ${asked.name}`;
}

/** The line of a service in what a call says. */
export function lineIn(of: Row, ServiceId: string): Row | undefined {
  return (of['services'] as Row[] | undefined)?.find((line) => line['ServiceId'] === ServiceId);
}
