import { fail } from '#contract/base/errors.ts';
import type { onlineSchedulingEndpoints } from '#contract/online-scheduling/endpoints.ts';
import type { Handlers } from '#server/kit/context.ts';
import { unknownIds } from '#server/kit/db/rows.ts';
import { makeLink } from '#server/kit/messages/links.ts';
import { writeMessage } from '#server/kit/messages/write-message.ts';
import { heldNow } from './rows.ts';

const linkDays = 14;

/** What staff see and do of online booking. */
export const onlineSchedulingHandlers: Handlers<typeof onlineSchedulingEndpoints> = {
  async heldTimes({ from, until }, { tx, now, caller: { facilityIds, providerIds } }) {
    const held = await heldNow(tx, { from, until }, now);
    return {
      now: now.toISOString(),
      held: held
        .filter(
          ({ FacilityId, ProviderId }) =>
            (facilityIds?.includes(FacilityId) ?? true) && (providerIds?.includes(ProviderId) ?? true),
        )
        .map(({ HoldId, FacilityId, ProviderId, RoomId, VisitTypeName, Start, End, expiresAt }) => ({
          HoldId,
          FacilityId,
          ProviderId,
          RoomId,
          VisitTypeName,
          Start,
          End,
          expiresAt,
        })) as never,
    };
  },

  async sendLink({ id }, { tx, now, caller: { site } }) {
    if ((await unknownIds(tx, 'patients', [id])).length > 0)
      fail('not-found', 'This patient was not found, or you can’t see them.');
    const expiresAt = new Date(now.getTime() + linkDays * 86_400_000);
    const path = await makeLink(tx, site, { PatientId: id, purpose: 'book', expiresAt });
    const { reached } = await writeMessage(tx, site, {
      PatientId: id,
      Kind: 'other',
      subject: { en: 'Book your next visit', es: 'Reserve su próxima cita' },
      text: {
        en: 'You can book your next visit online.',
        es: 'Puede reservar su próxima cita en línea.',
      },
      links: [{ label: { en: 'Book a visit', es: 'Reservar una cita' }, path }],
      now,
    });
    return { sent: reached };
  },
};
