/** Modules of white around the code, which readers need (ISO/IEC 18004, 9.1). */
const quiet = 4;

/**
 * A QR code as a drawing: the side of its square in modules, with the quiet border, and the path of what is dark, one
 * rectangle for each run of dark modules in a row. `data`: rows of modules, true where dark.
 */
export function qrShape(data: readonly (readonly boolean[])[]): { side: number; dark: string } {
  const dark = data
    .flatMap((row, y) =>
      row.map((isDark, x) => {
        if (!isDark || row[x - 1]) return '';
        const end = row.indexOf(false, x);
        const width = (end < 0 ? row.length : end) - x;
        return `M${x + quiet} ${y + quiet}h${width}v1h-${width}z`;
      }),
    )
    .join('');
  return { side: data.length + 2 * quiet, dark };
}
