import type { NoteDocument } from '#contract/documentation/document/document-blocks.ts';
import { definitionOf } from './layout.ts';
import { pdfOf } from './render.ts';

/** A document as PDF; `printed` stands at the foot of each page. */
export function documentPdf(
  of: NoteDocument,
  printing: { name: string; at: Date; printed: string },
): Promise<Buffer<ArrayBuffer>> {
  return pdfOf(definitionOf(of, printing));
}
