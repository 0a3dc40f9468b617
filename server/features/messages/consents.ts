import type { z } from 'zod';
import type { Base } from '#contract/base/base.ts';
import { definedFields } from '#contract/base/defined-fields.ts';
import { fail } from '#contract/base/errors.ts';
import { consentPurposes, type ConsentPurpose } from '#contract/messages/consent-purposes.ts';
import { refusalOf } from '#contract/messages/may-send.ts';
import { choicesOf, mostConsentEntries, wholeBase, type PatientConsents } from '#contract/messages/patient-consents.ts';
import { codeLimits } from '#contract/patient-login/limits.ts';
import { lockPatient, readPatient } from '#server/features/patients/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Tx } from '#server/kit/context.ts';
import { hashOfRecipient, ledgerOf, noteConsent, standingOf } from '#server/kit/messages/ledger.ts';
import { mergedWrite } from '#server/kit/merged-write.ts';

type Of = { site: string; PatientId: string; now: Date };
type Shown = z.input<typeof PatientConsents>;
type Changed = Partial<Record<ConsentPurpose, boolean>> | undefined;

const parts = { email: 'fields', text: 'fields' } as const;
const notFound = 'This patient was not found, or you can’t see them.';

export async function consentsOf(tx: Tx, { site, PatientId, now }: Of): Promise<Shown> {
  const patient = await readPatient(tx, PatientId);
  if (!patient) fail('not-found', notFound);
  const history = await tx.rows<Shown['history'][number]>(
    `select c.channel, c.purpose, c.given, c.how, c.wording, c.at, u."FirstName" || ' ' || u."LastName" as by
     from consent_ledger c left join users u on u.site = c.site and u."UserId" = c."UserId"
     where c.site = app_site() and c."PatientId" = $1 order by c."Seq" desc limit ${mostConsentEntries}`,
    [PatientId],
  );
  const standing = await tx.rows<Shown['standing'][number]>(
    `select distinct on (channel, purpose) channel, purpose, given, how, at from consent_ledger
     where site = app_site() and "PatientId" = $1 order by channel, purpose, "Seq" desc`,
    [PatientId],
  );
  const stoppedAt = await whenStopped(tx, { site, PatientId }, patient.Phone);
  return { PatientId, standing, history, stoppedAt, newNumber: await newNumberOf(tx, PatientId, now) };
}

/** When the number said STOP, where no START and no newer consent to texts about visits came after it. */
async function whenStopped(
  tx: Tx,
  { site, PatientId }: Pick<Of, 'site' | 'PatientId'>,
  recipient: string | null,
): Promise<string | null> {
  const of = { PatientId, channel: 'text', purpose: 'visits', recipient } as const;
  const { person, contact } = await ledgerOf(tx, site, of);
  const agreeing = person?.given === true ? person : ({ given: true, how: 'import', seq: 0 } as const);
  if (refusalOf({ person: agreeing, contact }) !== 'stopped') return null;
  const row = await tx.maybe<{ at: string }>(
    `select at from consent_ledger where site = app_site() and "contactHash" = $1 and purpose = 'visits' order by "Seq" desc limit 1`,
    [hashOfRecipient(site, recipient)],
  );
  return row?.at ?? null;
}

async function newNumberOf(tx: Tx, PatientId: string, now: Date): Promise<Shown['newNumber']> {
  const row = await tx.maybe<{ loginFrom: string; isTold: boolean }>(
    `select c."provedAt" + make_interval(hours => ${codeLimits.newNumberHours}) as "loginFrom",
       cardinality(c."noticeIds") > 0 and not exists (select from outbound_messages m where m.site = c.site
         and m."MessageId" = any (c."noticeIds") and m.state in ('failed', 'dropped')) as "isTold"
     from contact_changes c where c.site = app_site() and c."PatientId" = $1 and c."provedAt" is not null and c."voidAt" is null`,
    [PatientId],
  );
  if (!row || (row.isTold && Date.parse(row.loginFrom) <= now.getTime())) return null;
  return { loginFrom: row.isTold ? row.loginFrom : null };
}

/** Notes what the patient told the staff; a yes after a STOP is a new one. */
export async function changeConsents(
  tx: Tx,
  { site, PatientId, UserId, now: at }: Of & { UserId: string },
  changed: { email: Changed; text: Changed },
  base: Base = {},
): Promise<void> {
  if (!(await lockPatient(tx, PatientId))) fail('not-found', notFound);
  const now = choicesOf(await standingOf(tx, site, { PatientId }));
  const merged = mergedWrite(now, definedFields(changed), wholeBase(base), {
    noun: 'patient’s message consent',
    parts,
  });
  const said: string[] = [];
  for (const channel of ['email', 'text'] as const)
    for (const given of [true, false]) {
      // What the writer left as they saw it, and someone else has changed since, is not said anew.
      const purposes = consentPurposes.filter((purpose) =>
        [changed, merged].every((of) => of[channel]?.[purpose] === given),
      );
      said.push(...purposes.map((purpose) => `${channel} ${purpose} ${given ? 'yes' : 'no'}`));
      const consent = { channel, given, purposes, how: 'staff', wording: 'chart', UserId, isAnew: true } as const;
      await noteConsent(tx, site, { of: { PatientId }, ...consent, at });
    }
  if (said.length === 0) return;
  const detail = { consents: said };
  await audit(tx, site, { UserId, action: 'record consent', entity: 'patients', pk: PatientId, PatientId, detail });
}
