import { wallTimeIn } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import { holds, permissionDenied } from '#contract/base/permissions.ts';
import type { emergencyGrantEndpoints } from '#contract/emergency-grants/endpoints.ts';
import { settingsFrom } from '#contract/settings/settings.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Handlers } from '#server/kit/context.ts';
import { tellReviewers } from '#server/kit/auth/emergency.ts';
import { rightsChanged } from '#server/kit/auth/rights-changed.ts';
import { siteRow } from '../settings/store.ts';
import { askedSince, endGrant, holdAsker, holdGrant, insertGrant, lastingGrant } from './store.ts';

/** More than an emergency needs; each one writes mails. */
const mostInAnHour = 10;

export const emergencyGrantHandlers: Handlers<typeof emergencyGrantEndpoints> = {
  async request({ reason }, { tx, caller, newId }) {
    const { site, UserId, homeSite } = caller;
    if (!holds(caller.can, 'request emergency access')) fail('no-permission', permissionDenied);
    const row = await siteRow(tx, site);
    const { enable_emergency_access, emergency_access_ms } = settingsFrom(row?.settings ?? {});
    if (!row || !enable_emergency_access) fail('conflict', 'Emergency access is turned off for this company.');
    const asker = homeSite === undefined ? await holdAsker(tx, site, UserId) : undefined;
    if (!asker) fail('conflict', 'You can request emergency access only in your own site.');
    const lasting = await lastingGrant(tx, site, UserId);
    if (lasting) return { grant: lasting };
    if (holds(asker.can, 'has emergency access')) fail('conflict', 'You already have emergency access.');
    if ((await askedSince(tx, site, UserId)) >= mostInAnHour)
      fail('conflict', 'You requested emergency access too often in the last hour. Ask your administrator.');
    const grant = await insertGrant(tx, site, { id: newId(), UserId, reason, lastsMs: emergency_access_ms });
    const detail = { reason, endsAt: grant.endsAt };
    await audit(tx, site, {
      UserId,
      action: 'emergency access begins',
      entity: 'emergencyAccess',
      pk: grant.id,
      detail,
    });
    const { Name: siteName, TimeZone } = row;
    const until = wallTimeIn(TimeZone, new Date(grant.endsAt)).slice(11, 16);
    const what = `${asker.name} began emergency access at ${siteName}. It lasts until ${until} (${TimeZone}).`;
    const toDo = 'to end it, or to review it afterward and close it with a note.';
    await tellReviewers(tx, { site, UserId, siteName }, { what, toDo });
    await rightsChanged(tx, site, [UserId]);
    return { grant };
  },

  async end({ id }, { tx, caller }) {
    const { site, UserId, can } = caller;
    const held = await holdGrant(tx, site, id);
    if (!held || (held.UserId !== UserId && !holds(can, 'manage users')))
      fail('not-found', 'This emergency access was not found.');
    if (held.isOver) return { ended: true };
    await endGrant(tx, site, id, UserId);
    await audit(tx, site, { UserId, action: 'emergency access ends', entity: 'emergencyAccess', pk: id });
    await rightsChanged(tx, site, [held.UserId]);
    return { ended: true };
  },
};
