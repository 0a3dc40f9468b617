import { fail } from '#contract/base/errors.ts';
import type { patientLoginEndpoints } from '#contract/patient-login/endpoints.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Handlers } from '#server/kit/context.ts';
import { unknownIds } from '#server/kit/db/rows.ts';
import type { Tx } from '#server/kit/context.ts';
import { endLinksOf, endSessionOf, linksOf, sessionsOf } from './access-rows.ts';

async function assertSeen(tx: Tx, PatientId: string): Promise<void> {
  if ((await unknownIds(tx, 'patients', [PatientId])).length > 0)
    fail('not-found', 'This patient was not found, or you can’t see them.');
}

/** What staff sees and ends of the ways by which a patient gets in. */
export const patientLoginHandlers: Handlers<typeof patientLoginEndpoints> = {
  async access({ id }, { tx, now }) {
    await assertSeen(tx, id);
    return { PatientId: id, links: await linksOf(tx, id, now), sessions: await sessionsOf(tx, id, now) };
  },

  async endLinks({ id }, { tx, caller: { site, UserId }, now }) {
    await assertSeen(tx, id);
    const ended = await endLinksOf(tx, id, now);
    if (ended > 0)
      await audit(tx, site, {
        UserId,
        action: 'end links',
        entity: 'patientLinks',
        pk: id,
        PatientId: id,
        detail: { links: String(ended) },
      });
    return { ended };
  },

  async endSession({ id, SessionId }, { tx, caller: { site, UserId } }) {
    await assertSeen(tx, id);
    const ended = await endSessionOf(tx, id, SessionId);
    if (ended)
      await audit(tx, site, {
        UserId,
        action: 'end patient session',
        entity: 'patientSessions',
        pk: SessionId,
        PatientId: id,
      });
    return { ended };
  },
};
