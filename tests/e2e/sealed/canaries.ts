import { cast } from '../../../server/demo/cast.ts';
import type { Clinic } from '../../clinic.ts';

/** Words that stand nowhere else, each in a place of its own of one patient's records. */
export const canary = {
  FirstName: 'Wendelgard',
  LastName: 'Tannenzapfenhof',
  Phone: '6175559274',
  Email: 'zapfenhof@canary.test',
  DateOfBirth: '1961-07-23',
  Street: 'Wacholderdrosselweg',
  alert: 'Murmeltierallergie',
  member: 'MBR9931QZX',
  caseTitle: 'Wiedehopfknie',
  authorization: 'AUTH7731KZQ',
  authorizationNote: 'Zaunrebenvermerk',
  scriptNote: 'Löwenzahnrezept',
  subjectNote: 'Schwanzmeisenwarnung',
  task: 'Zilpzalpbesorgung',
  schedulingNote: 'Eichelhäherhinweis',
  asked: 'Nachmittagsbussard',
  note: 'Blaumeisenschmerz',
  block: 'Siebenschläferrunde',
  message: 'Rotkehlchennachricht',
  mail: 'Turmfalkenbrief',
  referring: 'Kranichsteiner',
  otherContact: 'Dohlenbergwerk',
  /** Typed by the test itself. */
  waitlistNote: 'Haselmauswunsch',
  away: 'Kormoranurlaub',
  mayI: 'Dachsbaugrund',
} as const;

/** As a screen writes what is stored otherwise. */
export const shownAs = { Phone: '(617)555-9274', DateOfBirth: '07/23/1961' } as const;

export type CanaryIds = {
  PatientId: string;
  VisitId: string;
  blockId: string;
  day: string;
  referringId: string;
  otherContactId: string;
  links: Record<'visit' | 'preferences' | 'offer', string>;
};

/** Somebody who comes today, with a canary in each part of the chart, of the calendar and of what is sent. */
export async function plantCanaries({ sql }: Clinic): Promise<CanaryIds> {
  const VisitId = cast.visits.today.scheduled;
  const [visit] = await sql<{ PatientId: string; CaseId: string; FacilityId: string; ProviderId: string; day: string }>(
    `update visits set "SchedulingNote" = $2, "PatientAsk" = jsonb_build_object('What', 'anotherTime', 'Note', $3::text, 'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     where site = 'demo' and "VisitId" = $1 returning *, left("Start", 10) as day`,
    [VisitId, canary.schedulingNote, canary.asked],
  );
  if (!visit) throw new Error('The demo clinic has no such visit.');
  const { PatientId, CaseId, FacilityId, ProviderId, day } = visit;
  await sql(
    `update patients set "FirstName" = $2, "LastName" = $3, "Phone" = $4, "Email" = $5, "DateOfBirth" = $6, "Address1" = $7,
       alerts = array[$8], "PreferredName" = null where site = 'demo' and "PatientId" = $1`,
    [
      PatientId,
      canary.FirstName,
      canary.LastName,
      canary.Phone,
      canary.Email,
      canary.DateOfBirth,
      `8 ${canary.Street}`,
      canary.alert,
    ],
  );
  await sql(
    `update cases set "Title" = $2, "VisitsPerWeek" = 9, "PlanWeeks" = 4, "PlanOfCareStart" = $3::date - 3, "PlanOfCareEnd" = $3::date + 25
     where site = 'demo' and "CaseId" = $1`,
    [CaseId, canary.caseTitle, day],
  );
  const [policy] = await sql<{ InsuranceId: string }>(
    `update insurances set "MemberId" = $2 where site = 'demo' and "PatientId" = $1 returning "InsuranceId"`,
    [PatientId, canary.member],
  );
  await sql(
    `insert into authorizations (site, "AuthorizationId", "PatientId", "CaseId", "InsuranceId", "Number", "Kind", "Allowed", "Status", "CountRule", "Note")
     values ('demo', gen_random_uuid(), $1, $2, $3, $4, 'visits', 20, 'approved', 'scheduled', $5)`,
    [PatientId, CaseId, policy?.InsuranceId, canary.authorization, canary.authorizationNote],
  );
  await sql(
    `insert into scripts (site, "ScriptId", "PatientId", "CaseId", "Visits", "Note") values ('demo', gen_random_uuid(), $1, $2, 12, $3)`,
    [PatientId, CaseId, canary.scriptNote],
  );
  await plantTask(sql, PatientId, CaseId);
  await sql(
    `insert into subject_notes (site, "SubjectNoteId", "PatientId", "SubjectType", "SubjectId", "Text", "IsAlert")
     values ('demo', gen_random_uuid(), $1, 'case', $2, $3, true)`,
    [PatientId, CaseId, canary.subjectNote],
  );
  await sql(
    `update visit_notes set "Sections" = "Sections" || jsonb_build_object('Subjective', $2::text) where site = 'demo' and "VisitId" = $1`,
    [cast.visits.today.inProgress, canary.note],
  );
  const [block] = await sql<{ id: string }>(
    `insert into non_patient_visits (site, "NonPatientVisitId", "FacilityId", "ProviderId", "VisitTypeName", "Title", "Start", "End")
     values ('demo', gen_random_uuid(), $1, $2, 'Meeting', $3, $4, $5) returning "NonPatientVisitId" as id`,
    [FacilityId, ProviderId, canary.block, `${day}T12:00`, `${day}T12:45`],
  );
  await sql(
    `insert into outbound_messages (site, "PatientId", "VisitId", "FacilityId", channel, kind, recipient, subject, body)
     values ('demo', $1, $2, $3, 'email', 'moved', $4, 'Your visit', $5)`,
    [PatientId, VisitId, FacilityId, canary.Email, canary.message],
  );
  await sql(
    `insert into outgoing_mail (site, "UserId", "to", subject, body) values ('demo', $1, 'front@demo.test', $2, $2)`,
    [cast.users.front, canary.mail],
  );
  const [referring] = await sql<{ id: string }>(
    `insert into referring_providers (site, "ReferringProviderId", "FirstName", "LastName")
     values ('demo', gen_random_uuid(), 'Ada', $1) returning "ReferringProviderId" as id`,
    [canary.referring],
  );
  const [other] = await sql<{ id: string }>(
    `insert into other_contacts (site, "OtherContactId", "Kind", "FirstName", "LastName")
     values ('demo', gen_random_uuid(), 'attorney', 'Ada', $1) returning "OtherContactId" as id`,
    [canary.otherContact],
  );
  const offerId = await plantOffer();
  return {
    PatientId,
    VisitId,
    day,
    blockId: block?.id ?? '',
    referringId: referring?.id ?? '',
    otherContactId: other?.id ?? '',
    links: {
      visit: await plantLink('visit', VisitId),
      preferences: await plantLink('preferences', null),
      offer: await plantLink('offer', offerId),
    },
  };

  /** Of a time the day after, as if the patient had been on the list. */
  async function plantOffer(): Promise<string> {
    const [offer] = await sql<{ id: string }>(
      `with asked as (
         insert into visit_requests (site, "VisitRequestId", "PatientId", "CaseId", "FacilityId", "VisitTypeName", "Minutes", grid, "Priority", "Expires")
         values ('demo', gen_random_uuid(), $1, $2, $3, 'PT Follow-up', 45, '[]', 2, $5::date + 20) returning "VisitRequestId"
       ), batch as (
         insert into fill_batches (site, "FacilityId", "ProviderId", "nextAt", "Start", "End")
         values ('demo', $3, $4, 'infinity', to_char($5::date + 1, 'YYYY-MM-DD') || 'T19:00', to_char($5::date + 1, 'YYYY-MM-DD') || 'T19:45')
         returning "FillBatchId"
       )
       insert into fill_offers (site, "FillOfferId", "FillBatchId", "VisitRequestId", "PatientId", "FacilityId", "ProviderId")
       select 'demo', gen_random_uuid(), "FillBatchId", "VisitRequestId", $1, $3, $4 from asked, batch returning "FillOfferId" as id`,
      [PatientId, CaseId, FacilityId, ProviderId, day],
    );
    return offer?.id ?? '';
  }

  async function plantLink(purpose: 'visit' | 'preferences' | 'offer', about: string | null): Promise<string> {
    const secret = purpose.padEnd(22, 'x');
    await sql(
      `insert into patient_links (site, "secretHash", "PatientId", "VisitId", purpose, "SubjectId", "expiresAt")
       values ('demo', encode(sha256($1::bytea), 'hex'), $2, $3, $4, $5, now() + interval '1 day')`,
      [secret, PatientId, purpose === 'visit' ? about : null, purpose, purpose === 'offer' ? about : null],
    );
    return `demo.${secret}`;
  }
}

async function plantTask(sql: Clinic['sql'], PatientId: string, CaseId: string): Promise<void> {
  await sql(
    `insert into tasks (site, "TaskId", "PatientId", "CaseId", sentence) values ('demo', gen_random_uuid(), $1, $2, $3)`,
    [PatientId, CaseId, canary.task],
  );
}
