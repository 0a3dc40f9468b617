import { encode } from 'uqr';
import classes from './account.module.css';

/** Modules of white around the code, which readers need (ISO/IEC 18004, 9.1). */
const quiet = 4;

/** A text as a QR code, drawn here: no picture is fetched and nothing leaves the page. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const side = size + 2 * quiet;
  return (
    <svg className={classes.qr} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <rect width={side} height={side} fill="#fff" />
      <path d={darkRuns(data)} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

/** One rectangle for each run of dark modules in a row. */
function darkRuns(data: readonly (readonly boolean[])[]): string {
  return data
    .flatMap((row, y) =>
      row.map((isDark, x) => {
        if (!isDark || row[x - 1]) return '';
        const end = row.indexOf(false, x);
        const width = (end < 0 ? row.length : end) - x;
        return `M${x + quiet} ${y + quiet}h${width}v1h-${width}z`;
      }),
    )
    .join('');
}
