import type { InputOf, ReplyOf } from '#contract/endpoints.ts';
import { entityNames, type EntityName } from '#contract/kept-rows.ts';
import { PatientName } from '#contract/patients/patient-name.ts';
import type { PulledOutcome, Put } from '#contract/sync/endpoints.ts';
import { putOf, type Table } from './clinic-rows.ts';

export type Logged = { entity: EntityName; key: string } | { device: string; outcome: PulledOutcome };

type Changes = Pick<ReplyOf<'sync.pull'>, 'put' | 'leave' | 'names' | 'leaveNames' | 'outcomes'>;

export const noChanges: Changes = { put: [], leave: [], names: [], leaveNames: [], outcomes: [] };

/** What a device has to hear of this part of the history. */
export function changesIn(table: Table, news: readonly Logged[], device: string): Changes {
  const changed = [
    ...new Map(news.flatMap((one) => ('entity' in one ? [[`${one.entity} ${one.key}`, one] as const] : []))).values(),
  ];
  const here = changed.filter(({ entity, key }) => table(entity).has(key));
  const gone = changed.filter(({ entity, key }) => !table(entity).has(key));
  return {
    put: here.map(({ entity, key }) => putOf(entity, [table(entity).get(key) ?? {}])),
    leave: gone,
    names: here.flatMap(({ entity, key }) =>
      entity === 'patients' ? [PatientName.parse(table(entity).get(key))] : [],
    ),
    leaveNames: gone.flatMap(({ entity, key }) => (entity === 'patients' ? [key as PatientName['PatientId']] : [])),
    outcomes: news.flatMap((one) => ('outcome' in one && one.device === device ? [one.outcome] : [])),
  };
}

type Page = Pick<ReplyOf<'sync.hydrate'>, 'put' | 'names' | 'after'>;

/** Pages of two names; everything else at once. */
export function pageOf(table: Table, { priority, after }: InputOf<'sync.hydrate'>): Page {
  const patients = [...table('patients').values()].map((row) => PatientName.parse(row));
  if (priority !== 'names') {
    const put = entityNames.map((entity) => putOf(entity, [...table(entity).values()]));
    return { put: priority === 'P0' ? put : [], names: [], after: null };
  }
  const from = Number(after ?? 0);
  return {
    put: [],
    names: patients.slice(from, from + 2),
    after: from + 2 < patients.length ? String(from + 2) : null,
  };
}

export function chartOf(table: Table, PatientId: string): Put[] {
  return entityNames.map((entity) =>
    putOf(
      entity,
      [...table(entity).values()].filter((row) => row.PatientId === PatientId),
    ),
  );
}
