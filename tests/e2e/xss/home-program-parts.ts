import { exerciseIdOf } from '../../../contract/exercises/library.ts';
import type { Clinic } from '../../clinic.ts';

type Input = Record<string, unknown>;

/** One exercise of the library, with the words of the first item. */
function itemsOf({ Items }: Input): Input[] {
  const [first] = (Items ?? []) as Input[];
  const known = { ExerciseId: exerciseIdOf('bridge'), Version: 1, Dose: null, PerDay: 1, PerWeek: 7 };
  return [{ ...first, ...known }];
}

/** What calls about home programs need besides text. */
export const homeProgramParts = {
  'hep.createHomeProgram': (input: Input, { CaseId }: { CaseId: string }) => ({
    ...input,
    HomeProgramId: crypto.randomUUID(),
    CaseId,
    Items: itemsOf(input),
    HandedOutOn: null,
  }),
  async 'hep.updateHomeProgram'(input: Input, { clinic, CaseId }: { clinic: Clinic; CaseId: string }) {
    // What a patient has stays as it is.
    const id = crypto.randomUUID();
    const changes = input['changes'] as Input;
    await clinic.sql(
      `insert into home_programs (site, "HomeProgramId", "CaseId", "PatientId", "Items")
       select site, $1, "CaseId", "PatientId", $3 from cases where site = 'demo' and "CaseId" = $2`,
      [id, CaseId, JSON.stringify(itemsOf({}))],
    );
    return { id, changes: { Items: itemsOf(changes), Note: changes['Note'] } };
  },
  // Long before the periods of the demo clinic.
  'hep.createRtmEpisode': (input: Input, { CaseId }: { CaseId: string }) => ({
    ...input,
    RtmEpisodeId: crypto.randomUUID(),
    CaseId,
    From: '2025-01-06',
    Until: '2025-01-31',
    Consent: 'verbal',
    ConsentOn: '2025-01-06',
  }),
};
