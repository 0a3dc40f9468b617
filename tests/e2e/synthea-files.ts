import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';

type Row = Record<string, string>;
export type SyntheaFiles = { isWhole: boolean; paths: string[]; patients: Row[]; payers: Row[]; transitions: Row[] };

const own = join(import.meta.dirname, 'files');
const shared = join(import.meta.dirname, '../../../shared/data/patients/synthea');

/** The 1,171 Synthea patients where they lie beside the project, six of our own otherwise; read here by our own means. */
export function syntheaFiles(): SyntheaFiles {
  const isWhole = existsSync(join(shared, 'patients.csv'));
  const folder = isWhole ? shared : own;
  const paths = ['patients.csv', 'payers.csv', 'payer_transitions.csv'].map((name) => join(folder, name));
  const [patients = [], payers = [], transitions = []] = paths.map(
    (path) => Papa.parse<Row>(readFileSync(path, 'utf8'), { header: true, skipEmptyLines: true }).data,
  );
  return { isWhole, paths, patients, payers, transitions };
}

/** Who pays for a patient by the files: the row that ends last, of equals the one that began last, of equals the later one. */
export function payerByFiles(
  { payers, transitions }: SyntheaFiles,
  patient: string,
): { name: string; since: string } | null {
  let best: Row | undefined;
  for (const row of transitions) {
    if (row['PATIENT'] !== patient) continue;
    const [end, start] = [Number(row['END_YEAR']), Number(row['START_YEAR'])];
    const [bestEnd, bestStart] = [Number(best?.['END_YEAR'] ?? 0), Number(best?.['START_YEAR'] ?? 0)];
    if (end > bestEnd || (end === bestEnd && start >= bestStart)) best = row;
  }
  const name = payers.find((payer) => payer['Id'] === best?.['PAYER'])?.['NAME'];
  return best && name && name !== 'NO_INSURANCE' ? { name, since: `${best['START_YEAR']}-01-01` } : null;
}
