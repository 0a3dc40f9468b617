/**
 * The text of a file of another system: UTF-8, UTF-16 with its mark, or the Windows-1252 that spreadsheets write where
 * nobody asked for anything else. Null where it is no text at all, such as a workbook that was renamed.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const text = read(bytes);
  return text.includes('\u0000') ? null : text;
}

export const notTextSentence = (name: string) => `${name} is not text. Save it as CSV (UTF-8), then choose it again.`;

function read(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
