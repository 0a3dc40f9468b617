import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, fail } from '#contract/base/errors.ts';
import type { Endpoint } from '#contract/base/endpoint.ts';
import { kioskEndpoints } from '#contract/kiosk/endpoints.ts';
import { enrollmentCode } from '#contract/kiosk/enrollment-code.ts';
import { codeLimits } from '#contract/patient-login/limits.ts';
import { facilitySettingsFrom } from '#contract/settings/settings.ts';
import { refusals } from '#contract/words/refusals.ts';
import type { Config } from '#server/config.ts';
import { facilityOf, siteOf } from '#server/features/messages/store.ts';
import { anybodysForms } from '#server/features/intake/store.ts';
import { isDeviceKey, isSigned } from '#server/features/patient-login/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import { signKioskToken, verifyKioskToken, type KioskClaims } from '#server/kit/auth/kiosk-tokens.ts';
import type { Tx } from '#server/kit/context.ts';
import { traceOf } from '#server/kit/http/failures.ts';
import type { Api } from '#server/kit/http/mount.ts';
import { inputOf, limitByAddress, routeOf } from '#server/kit/http/public-routes.ts';
import { isOwnOrigin } from '#server/kit/http/request.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { abandon, finish, identify, renew, startCheckin, type Calling } from './checkin.ts';
import { hashesOf, turnText } from './codes.ts';
import { enroll, heldKiosk, noteTurn, siteOfCode, type KioskRow } from './rows.ts';
import { takeArrival, type Sealed } from './sealed.ts';
import { sealingKey } from './site-keys.ts';

type Parts = Pick<Api, 'app' | 'database' | 'key' | 'services'> & { config: Config };

/** What a tablet at the front desk calls: with its code, with its key, and with the token it gets for that. */
export function kioskRoutes({ app, database, key, services, config }: Parts): void {
  const calls = kioskEndpoints;
  const limitCodes = limitByAddress(app, Math.ceil(config.signInsPerQuarterHour * codeLimits.startsPerSignIn));
  // A clinic has several tablets behind one address, and a waiting room in the morning.
  const limitOthers = limitByAddress(app, config.signInsPerQuarterHour * 60);
  const route = (
    endpoint: Endpoint,
    limit: (request: FastifyRequest) => Promise<void>,
    handler: (request: FastifyRequest) => Promise<unknown>,
  ) =>
    void app.route({
      ...routeOf(endpoint),
      onRequest: async (request) => {
        if (!isOwnOrigin(request.headers, config.publicUrl))
          fail('no-permission', 'This call must come from Mainstay’s own pages.');
        await limit(request);
      },
      handler,
    });
  const claimsOf = async (request: FastifyRequest, now: Date): Promise<KioskClaims> => {
    const token = /^Bearer ([\w.-]{1,2000})$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const claims = await verifyKioskToken(key, token, now);
    if (!claims) throw new AppError('signed-out', refusals.kioskRemoved.en);
    return claims;
  };
  const asKiosk = <E extends Endpoint>(
    endpoint: E,
    work: (calling: Calling, input: z.output<E['input']>) => Promise<z.input<E['reply']> | null>,
  ) =>
    route(endpoint, limitOthers, async (request) => {
      const now = new Date();
      const claims = await claimsOf(request, now);
      const reply = await database.tx(messagesOf(claims.site), async (tx) =>
        work({ tx, kiosk: await kioskIn(tx, claims), keys: key, now }, inputOf(endpoint, request)),
      );
      // Refused only now, so that a try which fitted nothing stays counted.
      return reply ?? fail('not-found', refusals.frontDesk.en);
    });

  route(calls.enroll, limitCodes, async (request) => {
    const { code, deviceKey } = inputOf(calls.enroll, request);
    const now = new Date();
    const typed = enrollmentCode(code);
    if (typed === null || !isDeviceKey(deviceKey)) fail('user-visible', refusals.kioskCode.en);
    const hashes = hashesOf(key, typed);
    const site = await database.tx(messagesOf(''), (tx) => siteOfCode(tx, hashes, now));
    if (site === undefined) fail('user-visible', refusals.kioskCode.en);
    return database.tx(messagesOf(site), async (tx) => {
      const KioskId = await enroll(tx, { hashes, deviceKey, now });
      if (KioskId === undefined) fail('user-visible', refusals.kioskCode.en);
      await audit(tx, site, {
        UserId: null,
        action: 'update',
        entity: 'kiosks',
        pk: KioskId,
        detail: { code: 'used' },
      });
      return { site, KioskId };
    });
  });

  route(calls.token, limitOthers, async (request) => {
    const { site, KioskId, turn, signature, clock, formsKey } = inputOf(calls.token, request);
    const now = new Date();
    return database.tx(messagesOf(site), async (tx) => {
      const kiosk = await heldKiosk(tx, KioskId);
      const isOwn = kiosk?.deviceKey && isSigned(kiosk.deviceKey, turnText(KioskId, turn), signature);
      if (!isOwn || turn <= kiosk.turn) throw new AppError('signed-out', refusals.kioskRemoved.en);
      const clockAheadMs = clock === undefined ? null : Date.parse(clock) - now.getTime();
      await noteTurn(tx, KioskId, { turn, now, clockAheadMs });
      const claims = { kind: 'kiosk', sub: KioskId, site, enrollment: kiosk.enrollment } as const;
      const sealing = await sealingKey(tx, { site, keys: key });
      const forms = await anybodysForms(tx, formsKey);
      return {
        token: await signKioskToken(key, claims, now),
        ...(await placeOf(tx, kiosk.FacilityId)),
        now: now.toISOString(),
        sealing,
        forms,
      };
    });
  });

  asKiosk(calls.identify, async (calling, known) => ({ visits: (await identify(calling, known)) as never[] }));
  asKiosk(calls.start, (calling, given) => startCheckin(calling, given));
  asKiosk(calls.renew, async (calling, { SessionId }) => ({ token: await renew(calling, SessionId) }));
  asKiosk(calls.finish, async (calling, { SessionId }) => {
    await finish(calling, SessionId);
    return { isCheckedIn: true as const };
  });
  asKiosk(calls.abandon, async (calling, given) => ({ ended: await abandon(calling, given) }));

  route(calls.sealed, limitOthers, async (request) => {
    const now = new Date();
    const claims = await claimsOf(request, now);
    const { site } = claims;
    const { files } = services;
    const sealed: Sealed = {
      database,
      keys: key,
      files,
      site,
      ip: request.ip,
      now,
      kioskIn: (tx: Tx) => kioskIn(tx, claims),
      failed: (error) => request.log.error(traceOf(error), 'an arrival failed'),
    };
    const arrivals: { ArrivalId: string; isKept: boolean }[] = [];
    // Each for itself: what one is refused for, or fails by, keeps no other back.
    for (const one of inputOf(calls.sealed, request).arrivals)
      try {
        arrivals.push({ ArrivalId: one.ArrivalId, isKept: await takeArrival(sealed, one) });
      } catch (error) {
        // A kiosk that was removed is told so.
        if (error instanceof AppError) throw error;
        sealed.failed(error);
      }
    return { arrivals };
  });
}

/** The kiosk of a token, held; refused where it was removed or another tablet took its place. */
async function kioskIn(tx: Tx, { sub, enrollment }: KioskClaims): Promise<KioskRow> {
  const kiosk = await heldKiosk(tx, sub);
  if (kiosk?.enrollment !== enrollment) throw new AppError('signed-out', refusals.kioskRemoved.en);
  return kiosk;
}

async function placeOf(
  tx: Tx,
  FacilityId: string,
): Promise<{ clinic: string; facility: string; phone: string | null }> {
  const facility = await facilityOf(tx, FacilityId);
  const clinic = facilitySettingsFrom(facility ?? {}).patient_mail_name ?? (await siteOf(tx)).Name;
  return { clinic, facility: facility?.Name ?? '', phone: facility?.Phone ?? null };
}
