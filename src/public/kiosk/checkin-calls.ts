import type { Arriving, kioskEndpoints } from '#contract/kiosk/endpoints.ts';
import type { AbandonReason, CheckinStep } from '#contract/kiosk/flow.ts';
import { endpoint, type Answer } from '../kit/send.ts';
import { actFor, actForNobody } from '../kit/session.ts';
import { asKiosk } from './device.ts';

type Table = typeof kioskEndpoints;
const identifyCall = endpoint<Table['identify']>('POST /kiosk/identify');
const startCall = endpoint<Table['start']>('POST /kiosk/checkin/start');
const renewCall = endpoint<Table['renew']>('POST /kiosk/checkin/renew');
const finishCall = endpoint<Table['finish']>('POST /kiosk/checkin/finish');
const abandonCall = endpoint<Table['abandon']>('POST /kiosk/checkin/abandon');

/** What they typed, or the birth date with the code they showed. */
export type Typed = { DateOfBirth: string; lastFour: string };
export type Known = Typed | { DateOfBirth: string; token: string };
/** What an arrival without a connection takes: nothing of a code, which only the server knows. */
export const typedOf = (known: Known): Typed | null => ('lastFour' in known ? known : null);
export type Checkin = { SessionId: string; steps: CheckinStep[] };

export const identify = (known: Known): Promise<Answer<{ visits: Arriving[] }>> =>
  asKiosk((token) => identifyCall(known, { token }));

/** From here on the forms are filled in with the token of this visit, which is in memory alone. */
export async function startCheckin(known: Known, { VisitId }: Arriving): Promise<Answer<Checkin>> {
  const { data, error } = await asKiosk((token) => startCall({ ...known, VisitId }, { token }));
  if (error) return { error };
  const { SessionId, steps } = data;
  actFor(data.token, () => asKiosk((token) => renewCall({ SessionId }, { token })));
  return { data: { SessionId, steps } };
}

export const finishCheckin = ({ SessionId }: Checkin): Promise<Answer<{ isCheckedIn: true }>> =>
  asKiosk((token) => finishCall({ SessionId }, { token }));

/** Ends it here at once, and on the server as soon as that answers; a server that does not hear it ends it by itself. */
export function abandonCheckin({ SessionId }: Checkin, step: CheckinStep, reason: AbandonReason): void {
  actForNobody();
  void asKiosk((token) => abandonCall({ SessionId, step, reason }, { token }));
}
