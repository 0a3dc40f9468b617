import type { HomeProgram } from '#contract/hep/home-program.ts';
import type { HomeProgramLog, LogEntry } from '#contract/hep/home-program-log.ts';
import type { RtmEpisode } from '#contract/hep/rtm-episode.ts';
import type { Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';

/** The program, held until the transaction ends. */
export function lockProgram(tx: Tx, id: string): Promise<HomeProgram | undefined> {
  return tx.maybe<HomeProgram>(
    `select ${columnsOf('homePrograms', 'p')} from home_programs p
     where site = app_site() and "HomeProgramId" = $1 for update`,
    [id],
  );
}

export async function noteSent(tx: Tx, id: string, sent: Pick<HomeProgram, 'SentAt' | 'Via'>): Promise<HomeProgram> {
  const row = await tx.maybe<HomeProgram>(
    `update home_programs p set "SentAt" = $2, "Via" = $3::jsonb
     where site = app_site() and "HomeProgramId" = $1 returning ${columnsOf('homePrograms', 'p')}`,
    [id, sent.SentAt, JSON.stringify(sent.Via)],
  );
  if (!row) throw new Error('A home program that was sent is gone');
  return row;
}

/** Of a case, as much as the page of its patient needs. */
export type CaseOfPages = { CaseId: string; FacilityId: string; DischargedAt: string | null };

/** The cases of whom the transaction was narrowed to. */
export function casesOfPages(tx: Tx): Promise<CaseOfPages[]> {
  return tx.rows<CaseOfPages>(
    `select "CaseId", "FacilityId", "DischargedAt"::text from cases_of_patient_pages() order by "CaseId"`,
  );
}

/** The programs that patients have of these cases, every version. */
export function givenPrograms(tx: Tx, CaseIds: readonly string[]): Promise<HomeProgram[]> {
  return tx.rows<HomeProgram>(
    `select ${columnsOf('homePrograms', 'p')} from home_programs p
     where site = app_site() and "CaseId" = any ($1::uuid[]) and "Version" is not null order by "Version"`,
    [CaseIds],
  );
}

/** What was logged of these cases since a day, in the order it was done. */
export function logsSince(tx: Tx, CaseIds: readonly string[], since: string): Promise<HomeProgramLog[]> {
  return tx.rows<HomeProgramLog>(
    `select ${columnsOf('homeProgramLogs', 'l')} from home_program_logs l
     where site = app_site() and "CaseId" = any ($1::uuid[]) and day >= $2 order by day, "receivedAt", "HomeProgramLogId"`,
    [CaseIds, since],
  );
}

type NewLog = LogEntry & Pick<HomeProgramLog, 'CaseId' | 'PatientId' | 'Version' | 'receivedAt'>;

/** Adds an entry, and says whether it is new; one that is there already stays as it is. */
export async function addLog(tx: Tx, log: NewLog): Promise<boolean> {
  const added = await tx.run(
    `insert into home_program_logs (site, "HomeProgramLogId", "HomeProgramId", "CaseId", "PatientId", "Version",
       "ExerciseId", day, done, "Pain", "Difficulty", "receivedAt")
     select app_site(), "HomeProgramLogId", "HomeProgramId", "CaseId", "PatientId", "Version",
       "ExerciseId", day, done, "Pain", "Difficulty", "receivedAt"
     from jsonb_populate_record(null::home_program_logs, $1::jsonb) on conflict do nothing`,
    [JSON.stringify(log)],
  );
  return added > 0;
}

type Monitored = Pick<RtmEpisode, 'CaseId' | 'RtmEpisodeId' | 'From' | 'Until'>;

/** Whether another time of monitoring of the case has a day of this one; waits for others who write one. */
export async function monitoredBeside(tx: Tx, { CaseId, RtmEpisodeId, From, Until }: Monitored): Promise<boolean> {
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended('rtm ' || app_site() || $1, 0))`, [CaseId]);
  const found = await tx.maybe(
    `select 1 from rtm_episodes where site = app_site() and "CaseId" = $1 and "RtmEpisodeId" <> $2
       and "From" <= coalesce($4::date, 'infinity') and coalesce("Until", 'infinity') >= $3::date limit 1`,
    [CaseId, RtmEpisodeId, From, Until],
  );
  return found !== undefined;
}
