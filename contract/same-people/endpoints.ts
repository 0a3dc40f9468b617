import { z } from 'zod';
import { DateString, WallTime } from '../base/dates.ts';
import type { EndpointTable } from '../base/endpoint.ts';
import { patientsIn } from '../base/patients-in.ts';
import { Line } from '../base/text.ts';
import { PatientName } from '../patients/patient-name.ts';
import { sharedFactWords, type SharedFact } from './likeness.ts';

const Shared = z.enum(Object.keys(sharedFactWords) as [SharedFact, ...SharedFact[]]);

/** A patient who is here already, as people of one name are told apart; the most alike come first. */
export const LikePerson = z.object({
  ...PatientName.shape,
  /** Wall time of the facility, and the provider; null before a visit began. */
  lastVisit: z.object({ Start: WallTime, provider: z.string() }).nullable(),
  /** Name and birth date are the same. */
  sure: z.boolean(),
  shared: z.array(Shared),
});
export type LikePerson = z.output<typeof LikePerson>;

export const samePeopleEndpoints = {
  find: {
    call: 'POST /patients/duplicates',
    access: {},
    chartOf: { reply: patientsIn, at: 'same people' },
    summary: 'Finds patients who may be the same person, by name, birth date, phone, email and member ID.',
    input: z.strictObject({
      FirstName: Line(60),
      LastName: Line(60),
      PreferredName: Line(60).nullable(),
      DateOfBirth: DateString,
      Phone: z.string().max(30).nullable(),
      Email: z.string().max(120).nullable(),
      MemberIds: z.array(z.string().max(40)).max(3),
    }),
    reply: z.object({ people: z.array(LikePerson) }),
  },
} as const satisfies EndpointTable;
