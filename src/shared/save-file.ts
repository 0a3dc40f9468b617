/** Gives the browser a file to keep. */
export function saveFile(filename: string, content: string | Uint8Array<ArrayBuffer>, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  URL.revokeObjectURL(url);
}
