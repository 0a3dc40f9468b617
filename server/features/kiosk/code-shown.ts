import { codeLimits } from '#contract/patient-login/limits.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Tx } from '#server/kit/context.ts';
import { noteWrongDate, openPatientLink, parseToken, revokeLink } from '#server/kit/messages/links.ts';
import type { KioskRow } from './rows.ts';

type Calling = { tx: Tx; kiosk: KioskRow; now: Date };
type Shown = { token: string; DateOfBirth: string };

/**
 * The visit of a code that is shown to a kiosk, with the birth date of its patient; null for every other code. Wrong
 * dates count against the code, as against every link, and end it.
 */
export async function visitOfCode({ tx, kiosk, now }: Calling, { token, DateOfBirth }: Shown): Promise<string | null> {
  const named = parseToken(token);
  if (named?.site !== kiosk.site) return null;
  const link = await openPatientLink(tx, named, now);
  if (link?.purpose !== 'checkin' || link.isEnded) return null;
  const patient = await tx.maybe<{ DateOfBirth: string }>(
    `select "DateOfBirth" from patients where site = app_site() and "PatientId" = $1 and "DeathDate" is null`,
    [link.PatientId],
  );
  if (patient?.DateOfBirth === DateOfBirth) return link.VisitId;
  if (patient) {
    const wrong = await noteWrongDate(tx, link);
    await audit(tx, kiosk.site, {
      UserId: null,
      action: 'patient login failed',
      entity: 'patientLinks',
      pk: link.PatientId,
      PatientId: link.PatientId,
      detail: { principal: 'kiosk', kiosk: kiosk.KioskId, purpose: link.purpose },
    });
    if (wrong >= codeLimits.wrongDates) await revokeLink(tx, link, 'wrong dates');
  }
  return null;
}
