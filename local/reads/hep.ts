import type { CaseId, FacilityId } from '#contract/base/ids.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import { newestFirst } from '#contract/hep/given.ts';
import type { HomeProgram } from '#contract/hep/home-program.ts';
import type { HomeProgramLog } from '#contract/hep/home-program-log.ts';
import type { HomeProgramId } from '#contract/hep/ids.ts';
import type { RtmEpisode } from '#contract/hep/rtm-episode.ts';
import type { Language } from '#contract/words/language.ts';
import { queueWrite, waitingCalls } from '../outbox/outbox.ts';
import { readCase } from './cases.ts';
import { readPatient } from './patients.ts';
import { readRow, readWhere } from './reads.ts';

/** The home programs of a case: drafts first, then the newest version. */
export async function programsOfCase(CaseId: CaseId): Promise<HomeProgram[]> {
  return newestFirst(await readWhere('homePrograms', { index: 'CaseId', equals: CaseId }));
}

export function readProgram(id: HomeProgramId): Promise<HomeProgram | undefined> {
  return readRow('homePrograms', id);
}

/** What the patient logged in a case, the latest day first. */
export async function logsOfCase(CaseId: CaseId): Promise<HomeProgramLog[]> {
  const logs = await readWhere('homeProgramLogs', { index: 'CaseId', equals: CaseId });
  return logs.toSorted((a, b) => b.day.localeCompare(a.day) || a.receivedAt.localeCompare(b.receivedAt));
}

/** The patient has it on paper from this day (YYYY-MM-DD) on: it does not change any more. */
export async function handOut({ HomeProgramId: id, HandedOutOn }: HomeProgram, day: string): Promise<void> {
  await queueWrite('hep.updateHomeProgram', { id, changes: { HandedOutOn: day } }, { HandedOutOn });
}

export type PrintedProgram = { program: HomeProgram; facility: Facility | undefined; name: string; language: Language };

/** All that a printed program is made of, from this device alone; undefined where it is not on it. */
export async function printedProgram(id: HomeProgramId): Promise<PrintedProgram | undefined> {
  const program = await readProgram(id);
  if (!program) return undefined;
  const of = await readCase(program.CaseId);
  const patient = await readPatient(program.PatientId);
  if (!of || !patient) return undefined;
  return {
    program,
    facility: await readRow('facilities', of.FacilityId),
    name: `${patient.FirstName} ${patient.LastName}`,
    language: patient.Language ?? 'en',
  };
}

/** When the log of a case is monitored for pay, the latest first. */
export async function rtmEpisodesOf(CaseId: CaseId): Promise<RtmEpisode[]> {
  const found = await readWhere('rtmEpisodes', { index: 'CaseId', equals: CaseId });
  return found.toSorted((a, b) => b.From.localeCompare(a.From));
}

/** The clock by which a case's days are counted. */
export async function zoneOfCase(FacilityId: FacilityId): Promise<string | null> {
  return (await readRow('facilities', FacilityId))?.TimeZone ?? null;
}

/** Whether a program, or a change of it, is on this device alone: what the server sends would lack it. */
export async function isProgramWaiting(HomeProgramId: HomeProgramId): Promise<boolean> {
  const calls = await waitingCalls();
  return calls.some(({ input }) => Object.values(input).includes(HomeProgramId));
}
