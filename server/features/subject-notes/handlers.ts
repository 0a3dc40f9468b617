import { fail } from '#contract/base/errors.ts';
import type { subjectNoteEndpoints } from '#contract/subject-notes/endpoints.ts';
import { subjectRefusal } from '#contract/subject-notes/subject-note.ts';
import type { Handlers } from '#server/kit/context.ts';
import { rowsNaming, unknownIds } from '#server/kit/db/rows.ts';

export const subjectNoteHandlers: Handlers<typeof subjectNoteEndpoints> = {
  async list({ SubjectType, SubjectId }, { tx }) {
    const refusal = subjectRefusal(SubjectType);
    if (refusal) fail('invalid', refusal, { fields: { SubjectType: refusal } });
    const unknown = await unknownIds(tx, SubjectType === 'case' ? 'cases' : 'patients', [SubjectId]);
    if (unknown.length > 0) fail('not-found', `This ${SubjectType} was not found, or you can’t see it.`);
    const rows = await rowsNaming(tx, 'subjectNotes', { column: 'SubjectId', id: SubjectId, order: 'WrittenAt' });
    return { subjectNotes: rows.toReversed() };
  },
};
