import { openPatientSession, type Opening } from '../features/patient-login/sessions.ts';
import { messagesOf } from '../kit/messages/sender.ts';
import type { TestApi } from './api.ts';
import { patientDevice } from './patient-device.ts';

/** The token of somebody who has logged in as a patient, a guarantor or nobody known. */
export async function patientToken(
  { db, key }: TestApi,
  who: Partial<Opening> & Pick<Opening, 'kind'>,
): Promise<string> {
  const { deviceKey } = patientDevice();
  const how = { site: 'demo', level: 'L2', scope: 'all', deviceKey, isOwnDevice: false, device: 'A phone' } as const;
  const { session } = await db.tx(messagesOf(who.site ?? 'demo'), (tx) =>
    openPatientSession(tx, key, { ...how, ...who }, new Date()),
  );
  return session.token;
}
