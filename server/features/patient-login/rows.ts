import type { Contact } from '#contract/patient-login/contact.ts';
import { codeLimits } from '#contract/patient-login/limits.ts';
import type { Tx } from '#server/kit/context.ts';

export type Subject = { kind: 'patient' | 'guarantor'; id: string };
export type Attempt = {
  site: string;
  AttemptId: string;
  cookieHash: string;
  contactHash: string;
  contact: string | null;
  DateOfBirth: string | null;
  aupl: boolean;
  agl: boolean;
  language: 'en' | 'es';
  state: 'new' | 'sent' | 'silent' | 'right' | 'used' | 'void';
  codeHash: string | null;
  tries: number;
  subjects: Subject[];
  isUnrecognized: boolean;
  expiresAt: string;
};

export async function insertAttempt(
  tx: Tx,
  attempt: Omit<Attempt, 'state' | 'codeHash' | 'tries' | 'subjects' | 'isUnrecognized'>,
  now: Date,
) {
  const { site, AttemptId, cookieHash, contactHash, contact, DateOfBirth, aupl, agl, language, expiresAt } = attempt;
  await tx.run(
    `insert into patient_logins (site, "AttemptId", "cookieHash", "contactHash", contact, "DateOfBirth", aupl, agl, language, "expiresAt", "createdAt")
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [site, AttemptId, cookieHash, contactHash, contact, DateOfBirth, aupl, agl, language, expiresAt, now],
  );
}

/** An attempt that nobody has looked into, held until the transaction ends. */
export function nextAttempt(tx: Tx): Promise<Attempt | undefined> {
  return tx.maybe<Attempt>(
    `select * from patient_logins where site = app_site() and state = 'new' order by "createdAt" limit 1 for update skip locked`,
  );
}

export function holdAttempt(tx: Tx, AttemptId: string): Promise<Attempt | undefined> {
  return tx.maybe<Attempt>(`select * from patient_logins where site = app_site() and "AttemptId" = $1 for update`, [
    AttemptId,
  ]);
}

/** The attempt is looked into: what was typed goes, but of unrecognized people, who have nothing else. */
export async function settleAttempt(
  tx: Tx,
  AttemptId: string,
  settled: Pick<Attempt, 'codeHash' | 'subjects' | 'isUnrecognized'> & { sentAt: Date | null },
): Promise<void> {
  const { codeHash, subjects, isUnrecognized, sentAt } = settled;
  await tx.run(
    `update patient_logins set state = $2, "codeHash" = $3, subjects = $4, "isUnrecognized" = $5, "sentAt" = $6,
       contact = case when $5 then contact end, "DateOfBirth" = case when $5 then "DateOfBirth" end
     where site = app_site() and "AttemptId" = $1`,
    [AttemptId, sentAt === null ? 'silent' : 'sent', codeHash, JSON.stringify(subjects), isUnrecognized, sentAt],
  );
}

export async function setAttempt(tx: Tx, AttemptId: string, to: { state?: Attempt['state']; isWrong?: true }) {
  await tx.run(
    `update patient_logins set state = coalesce($2, state), tries = tries + $3 where site = app_site() and "AttemptId" = $1`,
    [AttemptId, to.state ?? null, to.isWrong ? 1 : 0],
  );
}

/** The newest code alone is valid. */
export async function voidFormer(tx: Tx, { AttemptId, contactHash }: Pick<Attempt, 'AttemptId' | 'contactHash'>) {
  await tx.run(
    `update patient_logins set state = 'void' where site = app_site() and "contactHash" = $1 and "AttemptId" <> $2
       and state in ('sent', 'silent', 'right')`,
    [contactHash, AttemptId],
  );
}

/** SQL: every code that was asked for, at a login or for a new number; the latter are for numbers that nobody is known by. */
const codes = `(select "contactHash", "sentAt", "createdAt", tries, "isUnrecognized" from patient_logins where site = app_site()
  union all select "contactHash", "sentAt", "createdAt", tries, true from contact_changes where site = app_site()) as codes`;

/** Codes and wrong tries of an address or number, and codes of the site to people of the same kind. */
export async function countsOf(
  tx: Tx,
  { contactHash, isKnown, now }: { contactHash: string; isKnown: boolean; now: Date },
) {
  const row = await tx.maybe<{ quarterHour: number; day: number; wrongToday: number; siteToday: number }>(
    `select
       (select count(*)::int from ${codes} where "contactHash" = $1 and "sentAt" > $2::timestamptz - interval '15 minutes') as "quarterHour",
       (select count(*)::int from ${codes} where "contactHash" = $1 and "sentAt" > $2::timestamptz - interval '1 day') as day,
       (select coalesce(sum(tries), 0)::int from ${codes} where "contactHash" = $1 and "createdAt" > $2::timestamptz - interval '1 day') as "wrongToday",
       (select count(*)::int from ${codes} where "sentAt" > $2::timestamptz - interval '1 day' and "isUnrecognized" <> $3) as "siteToday"`,
    [contactHash, now, isKnown],
  );
  if (!row) throw new Error('Counting gave no row');
  return row;
}

const digitsOf = (column: string) => `right(regexp_replace(coalesce(${column}, ''), '\\D', '', 'g'), 10)`;
/** SQL: the contact $2 of a kind. A number of another country is nobody's here. */
const hasContact = ({ channel }: Contact, alias: string) =>
  channel === 'email'
    ? `lower(${alias}."Email") = $2`
    : `${digitsOf(`${alias}."Phone"`)} = $2 and ${alias}."Phone" !~ '^\\s*\\+(?!\\s*1)'`;

type Looked = {
  contact: Contact;
  contactHash: string;
  DateOfBirth: string;
  agl: boolean;
  today: string;
  now: Date;
};

/**
 * SQL: a number that the patient gave on a page. It logs nobody in before the former one was told and had a day to object;
 * nor at all where there was no former one, until staff writes it in the chart.
 */
const isTooNew = `exists (select from contact_changes c where c.site = p.site and c."PatientId" = p."PatientId" and c."contactHash" = $3
  and c."provedAt" is not null and c."voidAt" is null and (c."provedAt" > $4::timestamptz - interval '${codeLimits.newNumberHours} hours'
    or cardinality(c."noticeIds") = 0 or exists (select from outbound_messages m
      where m.site = c.site and m."MessageId" = any (c."noticeIds") and m.state not in ('sent', 'kept'))))`;

/** Whom a contact and a birth date fit, both. Nobody who has died, and no guarantor of nobody. */
export async function subjectsOf(
  tx: Tx,
  { contact, contactHash, DateOfBirth, agl, today, now }: Looked,
): Promise<Subject[]> {
  const patients = await tx.rows<{ id: string }>(
    `select p."PatientId" as id from patients p where p.site = app_site() and p."DateOfBirth" = $1 and ${hasContact(contact, 'p')}
       and p."DeathDate" is null and not ${isTooNew} order by p."FirstName", p."PatientId"`,
    [DateOfBirth, contact.value, contactHash, now],
  );
  const guarantors = await tx.rows<{ id: string }>(
    `select distinct g."GuarantorId" as id from patient_guarantors g where $3 and g.site = app_site() and g."DateOfBirth" = $1
       and ${hasContact(contact, 'g')} and g."From" <= $4 and (g."Until" is null or g."Until" >= $4) order by 1`,
    [DateOfBirth, contact.value, agl, today],
  );
  return [
    ...patients.map(({ id }) => ({ kind: 'patient' as const, id })),
    ...guarantors.map(({ id }) => ({ kind: 'guarantor' as const, id })),
  ];
}

export type Linked = {
  PatientId: string;
  FirstName: string;
  DateOfBirth: string;
  IsProxy: boolean;
  IsForAdult: boolean;
};

/** The patients of a guarantor on a day, the living alone. */
export function patientsOfGuarantor(tx: Tx, GuarantorId: string, today: string): Promise<Linked[]> {
  return tx.rows<Linked>(
    `select g."PatientId", p."FirstName", p."DateOfBirth", bool_or(g."IsProxy") as "IsProxy", bool_or(g."IsForAdult") as "IsForAdult"
     from patient_guarantors g join patients p on p.site = g.site and p."PatientId" = g."PatientId"
     where g.site = app_site() and g."GuarantorId" = $1 and g."From" <= $2 and (g."Until" is null or g."Until" >= $2) and p."DeathDate" is null
     group by 1, 2, 3 order by p."FirstName", g."PatientId"`,
    [GuarantorId, today],
  );
}

export async function firstNameOf(tx: Tx, PatientId: string): Promise<string> {
  const row = await tx.maybe<{ FirstName: string }>(
    `select "FirstName" from patients where site = app_site() and "PatientId" = $1`,
    [PatientId],
  );
  return row?.FirstName ?? '';
}

/** The day at the clinic, by which a guarantor's time and a child's age count. */
export async function todayOf(tx: Tx, now: Date): Promise<string> {
  const row = await tx.maybe<{ today: string }>(
    `select to_char($1::timestamptz at time zone "TimeZone", 'YYYY-MM-DD') as today from sites where site = app_site()`,
    [now],
  );
  if (!row) throw new Error('The site of a login is gone');
  return row.today;
}
