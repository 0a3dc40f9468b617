import type { Chart } from './charts.ts';
import type { ClinicSpec } from './clinic.ts';
import { demoId } from './ids.ts';

/** Who pays for the demo patients, or acts for one: a son of one of them in each clinic. */
const people = {
  demo: { key: 'walter', FirstName: 'Edwin', LastName: 'Pennyfeather' },
  demo2: { key: 'ada', FirstName: 'Iris', LastName: 'Marchetti' },
} as const;

export function guarantorRows(spec: ClinicSpec, charts: readonly Chart[]): object[] {
  const { key, ...names } = people[spec.site as keyof typeof people] ?? {};
  const chart = charts.find(({ person }) => person.key === key);
  if (!chart) return [];
  return [
    {
      site: spec.site,
      PatientGuarantorId: demoId(spec.site, 'guarantor', key ?? ''),
      PatientId: chart.patient.PatientId,
      GuarantorId: demoId(spec.site, 'guarantor person', key ?? ''),
      ...names,
      DateOfBirth: '1971-09-02',
      Email: `${key}.family@example.org`,
      Phone: null,
      Relationship: 'child',
      IsProxy: true,
      IsForAdult: true,
      From: '2025-01-01',
      Until: null,
    },
  ];
}
