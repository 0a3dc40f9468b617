import { exerciseIdOf } from '#contract/exercises/library.ts';
import type { Site } from './api.ts';
import type { TestDatabase } from './database.ts';

/** What the demo clinic has none of and calls name by id: one row in each site, of the user who is its physical therapist. */
const plants = [
  `insert into other_contacts (site, "OtherContactId", "Kind", "LastName")
   select site, gen_random_uuid(), 'employer', 'Planted' from therapists`,
  `insert into passkeys (site, "PasskeyId", "UserId", "credentialId", "publicKey", name)
   select site, gen_random_uuid(), "UserId", gen_random_uuid()::text, 'none', 'Planted' from therapists`,
  `insert into scim_tokens (site, "ScimTokenId", "Name", "tokenHash", "createdByUserId")
   select site, gen_random_uuid(), 'Planted', gen_random_uuid()::text, "UserId" from therapists`,
  `insert into visit_requests (site, "VisitRequestId", "PatientId", "CaseId", "FacilityId", "VisitTypeName", "Minutes", grid, "Priority", "Expires")
   select distinct on (c.site) c.site, gen_random_uuid(), c."PatientId", c."CaseId", c."FacilityId", 'PT Follow-up', 45,
     '[[],[],[],[],[],[],[]]', 2, '2099-12-31' from cases c join therapists t on t.site = c.site order by c.site, c."CaseId"`,
  `insert into booking_holds (site, "HoldId", "SessionId", "BookingRuleId", "FacilityId", "ProviderId", "VisitTypeName", "Start", "End", "createdAt", "expiresAt")
   select distinct on (t.site) t.site, gen_random_uuid(), gen_random_uuid(), r."BookingRuleId", r."FacilityId", p."ProviderId", r."VisitTypeName",
     '2020-01-06T10:00', '2020-01-06T10:45', now(), now()
   from therapists t join booking_rules r on r.site = t.site join providers p on p.site = t.site order by t.site`,
  `insert into fill_batches (site, "FacilityId", "ProviderId", "Start", "End", state)
   select distinct on (c.site) c.site, c."FacilityId", c."ProviderId", '2026-11-18T07:00', '2026-11-18T07:45', 'stopped'
   from cases c join therapists t on t.site = c.site order by c.site, c."CaseId"`,
  // Asked for and used: the same access is ended by one call and reviewed by another.
  `with granted as (
     insert into emergency_grants (site, "EmergencyAccessId", "UserId", reason, "endsAt")
     select site, gen_random_uuid(), "UserId", 'Planted for probes', now() + interval '1 day' from therapists
     returning site, "EmergencyAccessId", "UserId", reason, "startedAt")
   insert into emergency_accesses (site, "EmergencyAccessId", "PatientId", "UserId", reason, offline, "startedAt", "openedAt")
   select g.site, g."EmergencyAccessId", p."PatientId", g."UserId", g.reason, false, g."startedAt", g."startedAt"
   from granted g cross join lateral (select "PatientId" from patients p where p.site = g.site limit 1) p`,
  `with added as (
     insert into files (site, "FileId", "PatientId", "Name", "Category")
     select t.site, gen_random_uuid(), p."PatientId", 'Planted', 'idCard'
     from therapists t cross join lateral (select "PatientId" from patients p where p.site = t.site limit 1) p
     returning site, "FileId", "PatientId")
   insert into file_versions (site, "FileVersionId", "FileId", "PatientId", "Number", "MediaType", "Bytes", "Sha256", "storedAs", "sealedFileKey")
   select site, "FileId", "FileId", "PatientId", 1, 'image/jpeg', 1, repeat('0', 64), 'planted ' || "FileId", 'none' from added`,
  `insert into home_programs (site, "HomeProgramId", "CaseId", "PatientId", "Items")
   select distinct on (c.site) c.site, gen_random_uuid(), c."CaseId", c."PatientId",
     jsonb_build_array(jsonb_build_object('ExerciseId', '${exerciseIdOf('bridge')}', 'Version', 1, 'Dose', '3x10', 'PerDay', 1, 'PerWeek', 7, 'Note', null))
   from cases c join therapists t on t.site = c.site order by c.site, c."CaseId"`,
  `insert into survey_sends (site, "SurveySendId", "PatientId", "SurveyKey", version, "sentAt")
   select t.site, gen_random_uuid(), p."PatientId", 'care', 1, now()
   from therapists t cross join lateral (select "PatientId" from patients p where p.site = t.site limit 1) p`,
  `with sent as (
     insert into review_sends (site, "OnlineReviewSendId", "PatientId", "FacilityId", "sentAt")
     select distinct on (c.site) c.site, gen_random_uuid(), c."PatientId", c."FacilityId", now()
     from cases c join therapists t on t.site = c.site order by c.site, c."CaseId"
     returning site, "OnlineReviewSendId", "PatientId")
   insert into review_notes (site, "OnlineReviewSendId", "PatientId", note, at)
   select site, "OnlineReviewSendId", "PatientId", 'Planted', now() from sent`,
  `insert into intakes (site, "IntakeId", "PatientId", forms, "needsProxy", "inputKey")
   select t.site, gen_random_uuid(), p."PatientId", '[]', false, repeat('k', 43)
   from therapists t cross join lateral (select "PatientId" from patients p where p.site = t.site limit 1) p`,
  `insert into intake_form_drafts (site, "OwnFormId", title, "askedOf", pages, "isOn")
   select site, gen_random_uuid(), '["Planted", ""]', '{}', '[]', false from therapists`,
  `insert into kiosks (site, "KioskId", "FacilityId", "Name", "createdByUserId")
   select distinct on (c.site) c.site, gen_random_uuid(), c."FacilityId", 'Planted', t."UserId"
   from cases c join therapists t on t.site = c.site order by c.site, c."CaseId"`,
  `insert into kiosk_arrivals (site, "ArrivalId", "KioskId", "FacilityId", at, "receivedAt", ip, "DateOfBirth", "lastFour")
   select k.site, gen_random_uuid(), k."KioskId", k."FacilityId", now(), now(), '127.0.0.1', '1900-01-01', '0000'
   from kiosks k join therapists t on t.site = k.site`,
];

export async function plantRows(db: TestDatabase, sites: readonly Site[]): Promise<void> {
  const therapists = `therapists as (select site, "UserId" from users where site = any ($1) and "Email" = 'pt@' || site || '.test')`;
  for (const plant of plants) {
    const statement = plant.startsWith('with ')
      ? `with ${therapists}, ${plant.slice(5)}`
      : `with ${therapists} ${plant}`;
    await db.owner(statement, [sites]);
  }
}
