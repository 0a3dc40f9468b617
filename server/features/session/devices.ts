import { fail } from '#contract/base/errors.ts';
import { holds, permissionDenied } from '#contract/base/permissions.ts';
import type { sessionEndpoints } from '#contract/session/endpoints.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Handlers } from '#server/kit/context.ts';
import { holdDevice } from '#server/kit/auth/devices.ts';
import {
  devicesOf,
  deviceState,
  endSessionsOf,
  isAudited,
  orderErasure,
  storeReport,
  tieSession,
} from './device-store.ts';

const noDevice = 'This device was not found.';
const othersPermission = 'manage users';

export const deviceHandlers: Pick<Handlers<typeof sessionEndpoints>, 'devices' | 'reportDevice' | 'signOutAndErase'> = {
  async devices({ of }, { tx, caller }) {
    if (of === 'all' && !holds(caller.can, othersPermission)) fail('no-permission', permissionDenied);
    return { devices: await devicesOf(tx, caller.site, of === 'own' ? caller.UserId : null) };
  },

  async reportDevice(report, { tx, caller }) {
    const { site, UserId } = caller;
    if ((await holdDevice(tx, { site, DeviceId: report.id, UserId })) !== UserId) fail('not-found', noDevice);
    const { wasSealed } = await storeReport(tx, site, report);
    const { SessionId } = caller;
    if (SessionId !== undefined)
      await tieSession(tx, { site, SessionId, DeviceId: report.id, askHash: report.askHash ?? null });
    // A first word is news only where it is not what every device says.
    if ((wasSealed ?? true) !== report.isSealed) {
      const action = report.isSealed ? 'device sealed' : 'device not sealed';
      await audit(tx, site, { UserId, action, entity: 'devices', pk: report.id });
    }
    for (const change of report.keyChanges) {
      if (await isAudited(tx, site, report.id, change)) continue;
      const { id, what, at } = change;
      await audit(tx, site, { UserId, action: 'keys', entity: 'devices', pk: report.id, detail: { id, what, at } });
    }
    return { heard: true };
  },

  async signOutAndErase({ id: DeviceId }, { tx, caller }) {
    const { site, UserId, name } = caller;
    const found = await deviceState(tx, site, DeviceId);
    if (!found || (found.UserId !== UserId && !holds(caller.can, othersPermission))) fail('not-found', noDevice);
    if (await orderErasure(tx, { site, DeviceId }, { UserId, name })) {
      await endSessionsOf(tx, { site, DeviceId });
      await audit(tx, site, {
        UserId,
        action: 'sign out and erase',
        entity: 'devices',
        pk: DeviceId,
        detail: { owner: found.UserId, waiting: String(found.waiting) },
      });
    }
    return (await deviceState(tx, site, DeviceId)) ?? fail('not-found', noDevice);
  },
};
