import type { Clinic } from '../clinic.ts';
import { cpuMs, databaseCpuMs, parentOf } from './measure.ts';

/** The process that all others of the clinic's database come from. */
export async function postmasterOf(clinic: Clinic): Promise<number> {
  const [backend] = await clinic.sql<{ pid: number }>('select pg_backend_pid() as pid');
  return parentOf(backend?.pid ?? 0);
}

/** Processor ms of a server: of the API, and of the database that does its work. */
export type Work = { api: number; database: number };

export const totalOf = ({ api, database }: Work): number => api + database;

/** What a server has worked since a moment, for each of so many. */
export type Since = (count?: number) => Work;

/** Begins to count what the API, or another process beside it, and the database use. */
export async function countWork(clinic: Clinic, pid: number = clinic.pid()): Promise<Since> {
  const postmaster = await postmasterOf(clinic);
  const began = { api: cpuMs(pid), database: databaseCpuMs(postmaster) };
  return (count = 1) => ({
    api: (cpuMs(pid) - began.api) / count,
    database: (databaseCpuMs(postmaster) - began.database) / count,
  });
}

/** `API 1.20 ms, database 0.80 ms`. */
export function wordsOf({ api, database }: Work, unit = 'ms'): string {
  return `API ${api.toFixed(2)} ${unit}, database ${database.toFixed(2)} ${unit}`;
}
