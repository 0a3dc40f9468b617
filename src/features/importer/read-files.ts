import { decodeText, notTextSentence } from '#contract/importer/decode.ts';
import type { ImportFile } from '#contract/importer/endpoints.ts';

/** As `importer.run` takes them: at most 20 files, 12 million characters each, 40 MB together. */
export const importLimits = { files: 20, characters: 12_000_000, bytes: 38_000_000 } as const;

/** The chosen files as text, or one sentence that says what is wrong with the choice. */
export async function readFiles(files: readonly File[]): Promise<{ files: ImportFile[] } | { refused: string }> {
  const refused = refusal(files);
  if (refused) return { refused };
  const read: ImportFile[] = [];
  for (const file of files) {
    const text = decodeText(new Uint8Array(await file.arrayBuffer()));
    if (text === null) return { refused: notTextSentence(file.name) };
    read.push({ name: file.name.slice(0, 200), text });
  }
  const empty = read.find((file) => file.text.trim() === '');
  if (empty) return { refused: `${empty.name} is empty. Choose the file again, or leave it out.` };
  return { files: read };
}

function refusal(files: readonly File[]): string | null {
  if (files.length === 0) return 'No file was chosen.';
  if (files.length > importLimits.files)
    return `At most ${importLimits.files} files can be read at once. Choose fewer.`;
  const other = files.find((file) => !file.name.toLowerCase().endsWith('.csv'));
  if (other) return `${other.name} is not a CSV file. Save it as CSV first, then choose it again.`;
  const large = files.find((file) => file.size > importLimits.characters);
  if (large) return `${large.name} is larger than 12 MB. Split it into smaller files first.`;
  const total = files.reduce((sum, file) => sum + file.size, 0);
  if (total > importLimits.bytes) return 'Together the files are larger than 38 MB. Import them in smaller groups.';
  return null;
}
