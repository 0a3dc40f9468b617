import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { addDays } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import { SiteKey } from '#contract/base/ids.ts';
import { placesOfService, type PlaceOfService } from '#contract/facilities/place-of-service.ts';
import { allowedFrom, countedAs, mayComeFrom } from '#contract/session/allowed-addresses.ts';
import { AppError } from '#contract/base/errors.ts';
import { settingsFrom } from '#contract/settings/settings.ts';
import { calendarText, type CalendarEvent } from '#server/kit/calendar/icalendar.ts';
import { audit } from '#server/kit/audit/audit.ts';
import { scopesOf } from '#server/kit/auth/identity.ts';
import type { Api } from '#server/kit/http/mount.ts';
import { refuseTooMany } from '#server/kit/http/request.ts';
import { siteAlone } from '#server/kit/auth/sessions.ts';
import { sha256 } from '#server/kit/auth/tokens.ts';
import { appointmentsOf, readerOf, type FeedRowOf, type Reader } from './store.ts';

/** A calendar that looks every quarter of an hour asks once; this leaves room for several devices of one person. */
const perQuarterHour = 60;
/** Days before and after today. */
const reach = { back: 30, ahead: 180 } as const;

/** The secret addresses of people's own calendars. Not in the endpoint table: what asks here is a calendar program. */
export function feedRoutes({ app, database }: Pick<Api, 'app' | 'database'>): void {
  const quarterHour = { max: perQuarterHour, timeWindow: '15 minutes' } as const;
  const limit = app.createRateLimit({ ...quarterHour, keyGenerator: (request) => `feed ${sha256(secretOf(request))}` });
  const wrong = app.createRateLimit({ ...quarterHour, keyGenerator: (request) => `no feed ${countedAs(request.ip)}` });

  app.get('/feeds/:site/:file', async (request, reply) => {
    const { site = '' } = request.params as { site?: string };
    const secret = secretOf(request);
    const isNamed = SiteKey.safeParse(site).success && secret !== '';
    const reader = isNamed ? await database.tx(siteAlone(site), (tx) => readerOf(tx, site, sha256(secret))) : undefined;
    if (!reader) {
      refuseTooMany(await wrong(request));
      fail('not-found', 'This calendar link was not found, or it has ended.');
    }
    refuseTooMany(await limit(request));
    const allowed = allowedFrom(reader.settings['allowed_addresses']).map(({ network }) => network);
    if (!mayComeFrom(request.ip, allowed)) throw new AppError('ip-blocked', 'IP blocked');
    const rows = await visitsOf(database, site, reader, new Date());
    const text = calendarText(
      reader.siteName,
      rows.map((row) => eventOf(site, row)),
    );
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    reply.headers({ etag, 'cache-control': 'private, no-cache', 'referrer-policy': 'no-referrer' });
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
    await noteRead(database, { site, UserId: reader.UserId, rows });
    return reply
      .header('content-disposition', 'inline; filename="mainstay.ics"')
      .type('text/calendar; charset=utf-8')
      .send(text);
  });
}

/** 256 bits, base64url; empty for anything else. */
function secretOf(request: FastifyRequest): string {
  const { file = '' } = request.params as { file?: string };
  return /^([\w-]{43})\.ics$/.exec(file)?.[1] ?? '';
}

/** RFC 9110, 13.1.2: compared weakly. */
function isKnown(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

/** Before it goes out: nobody is told unseen whom visits are of, and their initials. */
async function noteRead(
  database: Api['database'],
  { site, UserId, rows }: { site: string; UserId: string; rows: FeedRowOf[] },
): Promise<void> {
  const patients = [...new Set(rows.flatMap(({ PatientId }) => PatientId ?? []))];
  if (patients.length === 0) return;
  const detail = { count: String(patients.length), patients };
  await database.tx({ ...siteAlone(site), UserId }, (tx) =>
    audit(tx, site, { UserId, action: 'calendar read', entity: 'charts', pk: 'calendar', detail }),
  );
}

async function visitsOf(database: Api['database'], site: string, reader: Reader, now: Date): Promise<FeedRowOf[]> {
  const { ProviderId, UserId, can, facilityIds } = reader;
  const today = now.toISOString().slice(0, 10);
  return database.tx(
    // Their own visits, and of those no more than they see on their screens.
    {
      ...siteAlone(site),
      UserId,
      scopes: scopesOf({ can, facilityIds, providerIds: [ProviderId], SuperUser: false, ProviderType: null }),
    },
    (tx) =>
      appointmentsOf(tx, {
        site,
        ProviderId,
        from: addDays(today, -reach.back),
        to: addDays(today, reach.ahead),
        withInitials: settingsFrom(reader.settings).calendar_feed_initials,
      }),
    { readOnly: true },
  );
}

const notHeld = new Set(['cancelled', 'lateCancel', 'noShow', 'removed', 'moved']);
/** Sequences count seconds from here: they grow with each change and fit 32 bits until 2092. */
const firstSecond = Date.UTC(2024, 0, 1) / 1000;

function sequenceOf({ changedAt, stage }: FeedRowOf): number {
  const second = Math.max(0, Math.floor(Date.parse(changedAt) / 1000) - firstSecond);
  // A removal in the second of the last change comes after it.
  return stage === 'removed' ? second + 1 : second;
}

function eventOf(site: string, row: FeedRowOf): CalendarEvent {
  const place = row.PlaceOfService as PlaceOfService;
  const isHere = place === '11';
  return {
    // The ids of the clinic's rows stay its own.
    uid: `${sha256(`calendar feed ${site} ${row.id}`).slice(0, 32)}@mainstay`,
    sequence: sequenceOf(row),
    changedAt: row.changedAt,
    zone: row.TimeZone,
    Start: row.Start,
    End: row.End,
    summary: [row.VisitTypeName, row.initials].filter(Boolean).join(' · '),
    location: isHere ? (row.LastName ?? row.FirstName ?? '') : placesOfService[place],
    isCancelled: notHeld.has(row.stage),
  };
}
