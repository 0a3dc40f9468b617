import type { CptDescription, Service } from '../../charges/service.ts';
import type { NoteTable } from './document-blocks.ts';

/** The services of a visit with their minutes and units, and what these come to (CMS ch. 15 §220.3 E). */
export function servicesTable(
  services: readonly Pick<Service, 'CPT_Code' | 'Minutes' | 'Units' | 'Modifiers'>[],
  codes: readonly Pick<CptDescription, 'CPT_Code' | 'Description'>[],
): NoteTable | null {
  if (services.length === 0) return null;
  const rows = services.map(({ CPT_Code, Minutes, Units, Modifiers }) => [
    [CPT_Code, ...Modifiers].join(' '),
    codes.find((code) => code.CPT_Code === CPT_Code)?.Description ?? '',
    Minutes === null ? '' : String(Minutes),
    String(Units),
  ]);
  const minutes = services.reduce((sum, { Minutes }) => sum + (Minutes ?? 0), 0);
  const units = services.reduce((sum, { Units }) => sum + Units, 0);
  const total = ['Total', '', minutes === 0 ? '' : String(minutes), String(units)];
  return {
    title: 'Services',
    columns: ['Code', 'Service', 'Minutes', 'Units'],
    rows: rows.length > 1 ? [...rows, total] : rows,
  };
}
