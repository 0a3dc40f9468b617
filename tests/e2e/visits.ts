import type { Clinic } from '../clinic.ts';

export function visitUrl(clinic: Pick<Clinic, 'url'>, VisitId: string, PatientId: string): string {
  return `${clinic.url}/patients/${PatientId}?visit=${VisitId}`;
}

export async function patientOf(clinic: Clinic, VisitId: string): Promise<string> {
  const [row] = await clinic.sql<{ PatientId: string }>(
    `select "PatientId" from visits where site = 'demo' and "VisitId" = $1`,
    [VisitId],
  );
  return row?.PatientId ?? '';
}

export async function stageOf(clinic: Clinic, VisitId: string): Promise<string> {
  const [row] = await clinic.sql<{ stage: string }>(`select stage from visits where site = 'demo' and "VisitId" = $1`, [
    VisitId,
  ]);
  return row?.stage ?? '';
}

/** How often a visit came to a stage, as its history tells. */
export async function arrivalsIn(clinic: Clinic, VisitId: string, stage: string): Promise<number> {
  const [row] = await clinic.sql<{ n: string }>(
    `select count(*) as n from visit_history where site = 'demo' and "VisitId" = $1 and "to" = $2`,
    [VisitId, stage],
  );
  return Number(row?.n);
}
