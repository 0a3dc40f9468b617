/** What of the browser's own reader of codes is used here; TypeScript does not know it. */
type Detector = { detect(of: HTMLVideoElement): Promise<readonly { rawValue: string }[]> };
type Reader = new (options: { formats: readonly string[] }) => Detector;

const readerHere = (): Reader | undefined => (globalThis as { BarcodeDetector?: Reader }).BarcodeDetector;

/** Whether this tablet reads codes by itself. Elsewhere people type: a reader of our own would be larger than the page. */
export const canScan = (): boolean => readerHere() !== undefined && 'mediaDevices' in navigator;

/** Throws where `canScan` is false, or the reader knows no QR codes. */
export function newDetector(): Detector {
  const Reader = readerHere();
  if (Reader === undefined) throw new Error('This browser reads no codes.');
  return new Reader({ formats: ['qr_code'] });
}
