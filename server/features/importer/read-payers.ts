import { z } from 'zod';
import { usuallyApplied, type AppliedRules } from '#contract/address-book/applied-rules.ts';
import type { payer } from '#contract/address-book/payer.ts';
import { nationalDigits } from '#contract/base/phone.ts';
import type { FieldsOf } from '#contract/record/record.ts';
import type { ImportProblem } from '#contract/importer/endpoints.ts';
import type { CsvTable } from './csv-table.ts';
import { cutAt, readZip } from './read-patients.ts';
import { stateCode } from './us-states.ts';

type Fields = FieldsOf<typeof payer>;
export type ImportedPayer = Omit<Fields, 'contacts' | 'PayerReportingTypeId'> & AppliedRules & { PayerId: string };
type Place = 'Address1' | 'City' | 'StateOrProvince' | 'PostalCode' | 'Phone';
export type PayersRead = {
  payers: ImportedPayer[];
  /** Ids that mean that nobody but the patient pays. */
  nobody: Set<string>;
  problems: ImportProblem[];
};

export function isPayerTable({ columns }: CsvTable): boolean {
  return ['ID', 'NAME', 'STATE_HEADQUARTERED'].every((name) => columns.has(name));
}

export function readPayers(tables: CsvTable[]): PayersRead {
  const read: PayersRead = { payers: [], nobody: new Set(), problems: [] };
  const seen = new Set<string>();
  for (const { file, rows } of tables) {
    for (const row of rows) {
      const id = row.cell('ID').toLowerCase();
      const Name = row.cell('NAME');
      const reason = !z.uuid().safeParse(id).success
        ? 'The Id of the payer is missing or not a UUID.'
        : Name === ''
          ? 'The name of the payer is missing.'
          : seen.has(id)
            ? 'The same payer is in an earlier row.'
            : null;
      if (reason) {
        read.problems.push({ file, line: row.line, severity: 'error', reason });
        continue;
      }
      seen.add(id);
      if (/^no[_ ]insurance$/i.test(Name)) read.nobody.add(id);
      else read.payers.push({ PayerId: id, Name: cutAt(Name, 120), ...rulesOf(Name), ...placeOf(row.cell) });
    }
  }
  return read;
}

/** Electronic ids that are public; every other one is for the clinic to enter, since they differ by clearinghouse. */
const electronicIds: [RegExp, string][] = [
  [/aetna/i, '60054'],
  [/cigna/i, '62308'],
  [/united ?health/i, '87726'],
];

/** What kind of payer a name means. Whoever has both Medicare and Medicaid is paid by Medicare first. */
function rulesOf(name: string): Omit<ImportedPayer, 'PayerId' | 'Name' | Place> {
  const kind = /medicare|dual eligible/i.test(name) ? 'medicare' : /medicaid/i.test(name) ? 'medicaid' : 'commercial';
  return {
    Kind: kind,
    ElectronicPayerId: electronicIds.find(([pattern]) => pattern.test(name))?.[1] ?? null,
    ClaimFilingCode:
      kind === 'medicare' ? 'MB' : kind === 'medicaid' ? 'MC' : /blue cross|anthem/i.test(name) ? 'BL' : 'CI',
    ...usuallyApplied(kind),
    Inactive: false,
  };
}

function placeOf(cell: (name: string) => string): Pick<ImportedPayer, Place> {
  return {
    Address1: cutAt(cell('ADDRESS'), 55) || null,
    City: cutAt(cell('CITY'), 30) || null,
    StateOrProvince: stateCode(cell('STATE_HEADQUARTERED')),
    PostalCode: readZip(cell('ZIP'))?.replace('-', '') ?? null,
    Phone: nationalDigits(cell('PHONE')),
  };
}
