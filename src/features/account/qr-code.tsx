import { encode } from 'uqr';
import { qrShape } from '#contract/base/qr-shape.ts';
import classes from './account.module.css';

/** A text as a QR code, drawn here: no picture is fetched and nothing leaves the page. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { side, dark } = qrShape(encode(text, { ecc: 'M', border: 0 }).data);
  return (
    <svg className={classes.qr} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <rect width={side} height={side} fill="#fff" />
      <path d={dark} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
