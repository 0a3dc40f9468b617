import { fail } from '#contract/base/errors.ts';
import type { kioskEndpoints, Kiosk } from '#contract/kiosk/endpoints.ts';
import { codeMinutes } from '#contract/kiosk/enrollment-code.ts';
import { facilityOf } from '#server/features/messages/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Ctx, Handlers } from '#server/kit/context.ts';
import type { z } from 'zod';
import { arrivalHandlers } from './arrival-handlers.ts';
import { hashesOf, newCode } from './codes.ts';
import { insertKiosk, kioskOf, kiosksAt, revokeKiosk, setCode } from './rows.ts';

type Row = z.input<typeof Kiosk>;

const sees = ({ caller }: Ctx, FacilityId: string) =>
  caller.facilityIds === null || caller.facilityIds.includes(FacilityId.toLowerCase());

/** A kiosk at a facility that the caller sees; that of another one looks like none. */
async function ownKiosk(ctx: Ctx, id: string): Promise<Row> {
  const kiosk = await kioskOf(ctx.tx, id);
  if (!kiosk || !sees(ctx, kiosk.FacilityId)) fail('not-found', 'This kiosk was not found. It may have been removed.');
  return kiosk;
}

async function withCode({ tx, now, services }: Ctx, KioskId: string): Promise<{ kiosk: Row; code: string }> {
  const code = newCode();
  const [hash] = hashesOf(services.key, code);
  await setCode(tx, KioskId, { hash, until: new Date(now.getTime() + codeMinutes * 60_000) });
  const kiosk = await kioskOf(tx, KioskId);
  if (!kiosk) throw new Error('The kiosk was not kept.');
  return { kiosk, code };
}

/** What /company does about kiosks. */
export const kioskHandlers: Handlers<typeof kioskEndpoints> = {
  ...arrivalHandlers,

  list: async (_input, { tx, caller }) => ({ kiosks: await kiosksAt(tx, caller.facilityIds) }),

  async create({ FacilityId, Name }, ctx) {
    const { tx, caller, newId, now } = ctx;
    if (!sees(ctx, FacilityId) || !(await facilityOf(tx, FacilityId)))
      fail('not-found', 'This facility was not found.', { fields: { FacilityId: 'This facility was not found.' } });
    const KioskId = newId();
    const { site, UserId } = caller;
    await insertKiosk(tx, { KioskId, FacilityId, Name, UserId }, now);
    await audit(tx, site, { UserId, action: 'create', entity: 'kiosks', pk: KioskId, detail: { Name } });
    return withCode(ctx, KioskId);
  },

  async newCode({ id }, ctx) {
    const { site, UserId } = ctx.caller;
    await ownKiosk(ctx, id);
    await audit(ctx.tx, site, { UserId, action: 'update', entity: 'kiosks', pk: id, detail: { code: 'renewed' } });
    return withCode(ctx, id);
  },

  async revoke({ id }, ctx) {
    const { site, UserId } = ctx.caller;
    const { Name } = await ownKiosk(ctx, id);
    await revokeKiosk(ctx.tx, id, ctx.now);
    await audit(ctx.tx, site, { UserId, action: 'delete', entity: 'kiosks', pk: id, detail: { Name } });
    return { revoked: true };
  },
};
