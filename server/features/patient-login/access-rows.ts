import type { z } from 'zod';
import type { patientLoginEndpoints } from '#contract/patient-login/endpoints.ts';
import type { Tx } from '#server/kit/context.ts';

type Access = z.input<typeof patientLoginEndpoints.access.reply>;

/** The links of a patient that have not run out, the newest first. A link is named by a part of its hash. */
export function linksOf(tx: Tx, PatientId: string, now: Date): Promise<Access['links']> {
  return tx.rows(
    `select left("secretHash", 16) as "LinkId", purpose, "createdAt", "expiresAt",
       case when "revokedAt" is not null then 'ended' when "endedAt" is not null then 'used' else 'open' end as state
     from patient_links where site = app_site() and "PatientId" = $1 and "expiresAt" > $2
     order by "createdAt" desc, 1 limit 50`,
    [PatientId, now],
  );
}

/** Sessions of the patient, and of guarantors who are linked to the patient. */
export function sessionsOf(tx: Tx, PatientId: string, now: Date): Promise<Access['sessions']> {
  return tx.rows(
    `select s."SessionId", s.kind, g.name, s.level, s.device, s."createdAt", s."seenAt" from patient_sessions s
     left join lateral (select max(g."FirstName" || ' ' || g."LastName") as name from patient_guarantors g
       where g.site = s.site and g."GuarantorId" = s."GuarantorId" and g."PatientId" = $1) g on true
     where s.site = app_site() and (s."PatientId" = $1 or g.name is not null) and s."endedAt" is null and s."expiresAt" > $2
     order by s."seenAt" desc, s."SessionId"`,
    [PatientId, now],
  );
}

/** Ends every link of the patient, and what began with one. How many links there were. */
export async function endLinksOf(tx: Tx, PatientId: string, now: Date): Promise<number> {
  const ended = await tx.run(
    `update patient_links set "revokedAt" = $2, "revokedWhy" = 'staff'
     where site = app_site() and "PatientId" = $1 and "revokedAt" is null and "expiresAt" > $2`,
    [PatientId, now],
  );
  await tx.run(
    `update patient_sessions set "endedAt" = $2, "endedWhy" = 'staff'
     where site = app_site() and "PatientId" = $1 and "linkHash" is not null and "endedAt" is null`,
    [PatientId, now],
  );
  return ended;
}

/** Ends a session of the patient or of a guarantor of theirs; false where it is neither, or over. */
export async function endSessionOf(tx: Tx, PatientId: string, SessionId: string): Promise<boolean> {
  const ended = await tx.run(
    `update patient_sessions s set "endedAt" = clock_timestamp(), "endedWhy" = 'staff'
     where s.site = app_site() and s."SessionId" = $2 and s."endedAt" is null and (s."PatientId" = $1 or exists
       (select from patient_guarantors g where g.site = s.site and g."GuarantorId" = s."GuarantorId" and g."PatientId" = $1))`,
    [PatientId, SessionId],
  );
  return ended === 1;
}
