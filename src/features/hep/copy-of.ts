import type { HomeProgram } from '#contract/hep/home-program.ts';
import { HomeProgramId } from '#contract/hep/ids.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { readProgram } from '#local/reads/hep.ts';
import { newId } from '#local/store/new-id.ts';

/** Makes a draft with the same exercises; it gets its version once the patient has it. */
export async function copyOf({ CaseId, Items, Note }: HomeProgram): Promise<HomeProgram | undefined> {
  const id = HomeProgramId.parse(newId());
  await queueWrite('hep.createHomeProgram', { HomeProgramId: id, CaseId, Items, Note, HandedOutOn: null });
  return readProgram(id);
}
