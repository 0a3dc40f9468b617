/** The id of the record a call is about, whatever its input calls it: a visit before the case or patient it belongs to. */
export function recordIn(input: object): string | null {
  const named: { VisitId?: unknown; visitId?: unknown; id?: unknown; patient?: unknown; record?: unknown } = input;
  const { patient } = named;
  const created = typeof patient === 'object' && patient !== null && 'PatientId' in patient ? patient.PatientId : null;
  const id = named.VisitId ?? named.visitId ?? named.id ?? created ?? named.record;
  return typeof id === 'string' ? id : null;
}
