import { randomBytes } from 'node:crypto';
import { uuidFrom } from '#contract/base/ids.ts';
import type { AskedTask } from '#contract/tasks/asked-by-answers.ts';
import type { Tx } from '#server/kit/context.ts';

type For = { PatientId: string; CaseId: string | null; now: Date; /** `YYYY-MM-DD`. */ dueOn: string };

/** Writes the task that an answer asks for, unless it did so before (migration 0376); also for the page of the patient. */
export async function askTask(tx: Tx, task: AskedTask, { PatientId, CaseId, now, dueOn }: For): Promise<void> {
  const TaskId = uuidFrom(now.getTime(), randomBytes(10));
  await tx.rows(`select ask_task($1, $2, $3, $4, $5, $6, $7)`, [
    TaskId,
    task.Kind,
    task.subject,
    PatientId,
    CaseId,
    task.sentence,
    dueOn,
  ]);
}

type Person = { UserId: string; Name: string };

/** Everybody who may sign in. */
export function people(tx: Tx): Promise<Person[]> {
  return tx.rows<Person>(
    `select "UserId", "FirstName" || ' ' || "LastName" as "Name" from users
     where site = app_site() and not "Disabled" order by "FirstName", "LastName", "UserId"`,
  );
}

/** Whether a person of this site may sign in. */
export async function isStaff(tx: Tx, UserId: string): Promise<boolean> {
  const found = await tx.maybe(`select 1 from users where site = app_site() and "UserId" = $1 and not "Disabled"`, [
    UserId,
  ]);
  return found !== undefined;
}

/** What a person is called who sees no rows of the facility of a case; undefined where they see it. */
export async function whoMissesCase(
  tx: Tx,
  { UserId, CaseId }: { UserId: string; CaseId: string },
): Promise<string | undefined> {
  const found = await tx.maybe<{ Name: string }>(
    `select u."FirstName" || ' ' || u."LastName" as "Name" from users u
     join cases c on c.site = u.site and c."CaseId" = $2
     where u.site = app_site() and u."UserId" = $1 and not u."SuperUser" and not c."FacilityId" = any (u."facilityIds")`,
    [UserId, CaseId],
  );
  return found?.Name;
}
