import { z } from 'zod';
import type { OnlineTable } from '../base/endpoint.ts';
import { SiteKey } from '../base/ids.ts';
import { Line } from '../base/text.ts';
import { TimeZoneName } from '../base/time-zone.ts';

export const NewSite = z.strictObject({
  site: SiteKey,
  Name: Line(80),
  TimeZone: TimeZoneName,
  /** The first administrator, who gets a mail with a link. */
  FirstName: Line(60),
  LastName: Line(60),
  Email: z.email().max(120).toLowerCase(),
});
export type NewSite = z.output<typeof NewSite>;

export const siteEndpoints = {
  create: {
    call: 'POST /superuser/sites',
    access: { superuser: true },
    noChart: 'About the site itself.',
    summary: 'Creates a site with permission groups and invites its first administrator. Both sites record it.',
    input: NewSite,
    reply: z.object({ site: SiteKey, name: z.string(), Email: z.string() }),
  },
  settingsLookedAt: {
    call: 'POST /company/gettingStarted/settings',
    access: { all: ['access company', 'manage company settings'] },
    noChart: 'About the site itself.',
    summary: 'Marks the settings of a new site as checked.',
    input: z.strictObject({}),
    reply: z.object({ noted: z.boolean() }),
  },
} as const satisfies OnlineTable;
