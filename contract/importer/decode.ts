/**
 * The text of a file of another system: UTF-8, UTF-16 with its mark, or the Windows-1252 that spreadsheets write where
 * nobody asked for anything else. Of UTF-8 with a few bad bytes each of those is U+FFFD, which its reader tells. Null where it is no text at all, such as a workbook that was renamed.
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
  const text = new TextDecoder('utf-8').decode(bytes);
  const hasMark = first === 0xef && second === 0xbb && bytes[2] === 0xbf;
  return hasMark || isMostlyRead(text) ? text : new TextDecoder('windows-1252').decode(bytes);
}

/** Whether a text of UTF-8 has at most as many bad bytes as letters beyond ASCII, of which Windows-1252 makes none. */
function isMostlyRead(text: string): boolean {
  let good = 0;
  let bad = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) bad += 1;
    else if (code > 0x7f) good += 1;
  }
  return bad <= good;
}
