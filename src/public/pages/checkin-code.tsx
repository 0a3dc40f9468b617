import './checkin-code.css';
import { encode } from 'uqr';
import { qrShape } from '#contract/base/qr-shape.ts';
import { visitWords } from '#contract/words/visit-page.ts';
import { useWords } from '../kit/language.tsx';

/** The check-in link of a visit as a QR code for the kiosk's camera, drawn here: no picture is fetched. */
export function CheckinCode({ token }: { token: string }) {
  const words = useWords(visitWords);
  const { side, dark } = qrShape(encode(`${window.location.origin}/s/${token}`, { ecc: 'M', border: 0 }).data);
  return (
    <>
      <svg className="qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={words.codeLabel}>
        <rect width={side} height={side} fill="#fff" />
        <path d={dark} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <p className="place">{words.codeLead}</p>
    </>
  );
}
