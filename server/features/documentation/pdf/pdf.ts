import { showDate } from '#contract/base/dates.ts';
import { momentWords } from '#contract/documentation/document/moment-words.ts';
import { noteDocument } from '#contract/documentation/document/note-document.ts';
import { noteTypeNames } from '#contract/documentation/note-types.ts';
import type { documentationEndpoints } from '#contract/documentation/endpoints.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Handlers } from '#server/kit/context.ts';
import { definitionOf } from './layout.ts';
import { pdfOf } from './render.ts';
import { sourceOf } from './source.ts';

/** A note as a file that leaves the chart: on record as an export. */
export const pdf: Handlers<typeof documentationEndpoints>['pdf'] = async ({ id }, { tx, caller, now }) => {
  const source = await sourceOf(tx, id.toLowerCase());
  const { NoteId, NoteType, NoteDate, PatientId } = source.note;
  const zone = source.facility?.TimeZone ?? source.company.TimeZone;
  const { site, UserId } = caller;
  await audit(tx, site, {
    UserId,
    action: 'export',
    entity: 'visitNotes',
    pk: NoteId,
    PatientId,
    detail: { as: 'PDF' },
  });
  const content = await pdfOf(
    definitionOf(noteDocument(source), {
      name: `${noteTypeNames[NoteType]} of ${showDate(NoteDate)}`,
      at: now,
      printed: `${source.company.Name} · Made ${momentWords(now.toISOString(), zone)} · Confidential`,
    }),
  );
  return { filename: `note-${NoteDate}.pdf`, content };
};
