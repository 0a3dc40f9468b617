import { lineIn, named, type Audit, type Case, type Row } from './judge-case.ts';

/** What each call writes is written once when it was run, and never when it was not. */
export function effectFaults(cases: Case[], audits: Audit[]): string[] {
  const faults: string[] = [];
  const isRun = (one: Case) => one.outcome?.status === 'ok';
  /** Where part of a save is refused and kept, the rest of it may have gone in. */
  const mayBePart = (one: Case) => one.outcome?.status === 'parked' && one.asked.name === 'documentation.save';
  const expect = (what: string, found: number, wanted: number, more = 0) => {
    if (found < wanted || found > wanted + more)
      faults.push(`${what}: ${found} times on the server, ${wanted} asked for and run`);
  };
  const count = (entity: string, pk: string, device: string | null, action?: string) =>
    audits.filter(
      (each) =>
        each.entity === entity &&
        each.pk === pk &&
        (device === null || each.device === device) &&
        (!action || each.action === action),
    ).length;
  const byKey = (names: string[], key: (input: Row) => unknown) =>
    Map.groupBy(
      cases.filter((one) => names.includes(one.asked.name)),
      (one) => `${one.asked.DeviceId} ${String(key(one.asked.input))}`,
    );
  for (const [key, of] of byKey(
    ['documentation.save', 'documentation.sign'],
    (input) => input['VisitId'] ?? input['id'],
  )) {
    const [device = '', VisitId = ''] = key.split(' ');
    expect(
      `notes of ${key}`,
      count('visitNotes', VisitId, device),
      of.filter(isRun).length,
      of.filter(mayBePart).length,
    );
  }
  for (const [key, of] of byKey(['patients.update'], (input) => input['id'])) {
    const [device = '', PatientId = ''] = key.split(' ');
    expect(`changes of patient ${key}`, count('patients', PatientId, device, 'update'), of.filter(isRun).length);
  }
  for (const one of cases) {
    const { name, input } = one.asked;
    if (one.asked.decided === 'resent') continue;
    const times = Number(
      cases.some(
        (other) =>
          isRun(other) && other.asked.name === name && JSON.stringify(other.asked.input) === JSON.stringify(input),
      ),
    );
    if (name === 'patients.create') {
      const { PatientId } = input['patient'] as { PatientId: string };
      expect(named(one), count('patients', PatientId, null, 'insert'), times);
    }
  }
  for (const [ServiceId, of] of Map.groupBy(
    cases.flatMap((one) =>
      one.asked.name === 'charges.save'
        ? (one.asked.input['services'] as { ServiceId: string }[])
            .filter(({ ServiceId }) => !lineIn(one.asked.base, ServiceId))
            .map((line) => ({ ...line, one }))
        : [],
    ),
    (line) => line.ServiceId,
  )) {
    // A call that was sent again carries the same lines: the second run writes over the first one's.
    const runs = of.filter((line) => isRun(line.one)).length;
    if (runs <= 1) expect(`service ${ServiceId}`, count('services', ServiceId, null, 'insert'), runs);
  }
  return faults;
}
