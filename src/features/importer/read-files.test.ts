import { expect, test } from 'vitest';
import { readFiles } from './read-files.ts';

const csv = (name: string, text: string) => new File([text], name, { type: 'text/csv' });

test('reads the chosen files as text, without the mark spreadsheets put first', async () => {
  expect(await readFiles([csv('patients.csv', '\uFEFFId,LAST\n1,Brook\n')])).toEqual({
    files: [{ name: 'patients.csv', text: 'Id,LAST\n1,Brook\n' }],
  });
});

test('reads what a spreadsheet saved without asking, in Windows-1252', async () => {
  const bytes = Uint8Array.from('José,Núñez', (letter) => letter.charCodeAt(0));
  expect(await readFiles([new File([bytes], 'p.csv')])).toEqual({ files: [{ name: 'p.csv', text: 'José,Núñez' }] });
});

test.each([
  ['nothing', [], 'No file was chosen.'],
  [
    'another kind',
    [csv('patients.xlsx', 'x')],
    'patients.xlsx is not a CSV file. Save it as CSV first, then choose it again.',
  ],
  [
    'a workbook that was renamed',
    [csv('a.csv', 'PK\u0003\u0004\u0000')],
    'a.csv is not text. Save it as CSV (UTF-8), then choose it again.',
  ],
  ['an empty one', [csv('a.csv', 'x'), csv('b.csv', ' \n')], 'b.csv is empty. Choose the file again, or leave it out.'],
  [
    'too many',
    Array.from({ length: 21 }, (_, at) => csv(`${at}.csv`, 'x')),
    'At most 20 files can be read at once. Choose fewer.',
  ],
  [
    'a large one',
    [csv('a.csv', 'x'.repeat(12_000_001))],
    'a.csv is larger than 12 MB. Split it into smaller files first.',
  ],
])('refuses %s with one sentence', async (_, files, refused) => {
  expect(await readFiles(files)).toEqual({ refused });
});
