import { z } from 'zod';
import { WallTime } from '../base/dates.ts';
import { PayerId, ProviderId, type FacilityId } from '../base/ids.ts';
import { isNpi } from '../base/npi.ts';
import { Line, OptionalLine } from '../base/text.ts';
import { UsState } from '../base/us-states.ts';
import { isAssistant, NotesPermission, ProviderType } from './provider.ts';
import { ScheduleBlocks } from './schedule-blocks.ts';

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** Seven days, Sunday first. */
export const Schedule = z.array(ScheduleBlocks).length(7);

/** From `Start` up to, not including, `End`, in the clinic's wall time. */
export const TimeOff = z
  .strictObject({ Start: WallTime, End: WallTime, Reason: z.string().trim().max(120) })
  .refine((one) => one.Start < one.End, { error: 'must end after it starts' });
export type TimeOff = z.output<typeof TimeOff>;

export const Npi = z.string().refine(isNpi, { error: 'must be ten digits with a correct check digit' });

const fields = {
  FirstName: Line(60),
  LastName: Line(60),
  Type: ProviderType,
  NationalProviderId: Npi.nullable(),
  LicenseNumber: OptionalLine(30),
  LicenseNumbersByState: z.partialRecord(UsState, Line(30)),
  Schedule,
  NotesPermission,
  notes_permissions: z
    .array(z.strictObject({ PayerId, NotesPermission }))
    .max(200)
    .refine((list) => new Set(list.map((entry) => entry.PayerId)).size === list.length, {
      error: 'lists a payer twice',
    }),
  time_off: z.array(TimeOff).max(200),
  SupervisorProviderId: ProviderId.nullable(),
  MaxAtOnce: z.int().min(1).max(20),
  Inactive: z.boolean(),
};

/** What can be written of a provider record (spec 3). Whoever signs in goes by the name of their user. */
export const ProviderFields = z.strictObject({
  ...fields,
  Type: fields.Type.default('PT'),
  NationalProviderId: fields.NationalProviderId.default(null),
  LicenseNumber: fields.LicenseNumber.default(null),
  LicenseNumbersByState: fields.LicenseNumbersByState.default({}),
  Schedule: fields.Schedule.default(() => [[], [], [], [], [], [], []]),
  NotesPermission: fields.NotesPermission.default('F'),
  notes_permissions: fields.notes_permissions.default([]),
  time_off: fields.time_off.default([]),
  SupervisorProviderId: fields.SupervisorProviderId.default(null),
  MaxAtOnce: fields.MaxAtOnce.default(1),
  Inactive: fields.Inactive.default(false),
});
export type ProviderFields = z.output<typeof ProviderFields>;

/** Without defaults: what is not sent stays as it is. */
export const ProviderChanges = z.strictObject(fields).partial();

/** Healthcare provider taxonomy codes (NUCC) that claims carry. */
const taxonomies: Record<ProviderType, string> = {
  PT: '225100000X',
  PTA: '225200000X',
  OT: '225X00000X',
  OTA: '224Z00000X',
  SLP: '235Z00000X',
  DC: '111N00000X',
};

export function taxonomyOf(type: ProviderType): string {
  return taxonomies[type];
}

/** Where somebody works: every facility of the weekly schedule. */
export function facilitiesOf(schedule: z.output<typeof Schedule>): FacilityId[] {
  return [...new Set(schedule.flat().map((block) => block.FacilityId))];
}

/** Why a supervisor does not fit, or null: only assistants have one, and assistants supervise nobody. */
export function supervisorRefusal(
  type: ProviderType,
  supervisor: { Type: ProviderType; Inactive: boolean } | null,
): string | null {
  if (!supervisor) return null;
  if (!isAssistant(type)) return 'Only assistants have a supervisor.';
  return isAssistant(supervisor.Type) ? 'An assistant cannot supervise.' : null;
}
