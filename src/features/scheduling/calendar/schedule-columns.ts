import { showTime } from '#contract/base/dates.ts';
import { providerName, type Provider } from '#contract/providers/provider.ts';
import type { CustomDay } from '#contract/scheduling/custom-day.ts';
import { isPlaceShown, type PlaceToggle } from '#contract/scheduling/places-shown.ts';
import { customDaysWith, type PlannedDay } from '#contract/scheduling/planned-days.ts';
import { openSpans, wholeDay, workingDay, type OffTime } from '#contract/scheduling/working-day.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { CallCounts } from '#local/reads/visits.ts';
import type { GridBlock, GridColumn, GridEvent, Span } from './grid/grid-types.ts';
import { minuteOf } from './grid/words.ts';
import { blockEvent, visitEvent } from './schedule-events.ts';
import type { ScheduleFilter, ScheduleRows } from './schedule-rows.ts';
import { shortDay } from './views.ts';

type Drawing = {
  days: readonly string[];
  today: string;
  rows: ScheduleRows;
  filter: ScheduleFilter;
  places: readonly PlaceToggle[];
  calls: ReadonlyMap<string, CallCounts>;
  mayMove: boolean;
  /** Times that patients hold while they book online. */
  heldOnline?: readonly HeldOnline[];
  /** Schedules are edited: whoever has no hours is shown too, and which days are not saved. */
  planned?: readonly PlannedDay[];
};

/** A time a patient holds while booking online; `until` is when that ends, in wall time. */
export type HeldOnline = { ProviderId: string; Start: string; End: string; until: string };

export const columnKey = (day: string, ProviderId: string) => `${day} ${ProviderId}`;
export const placeOfKey = (key: string) => ({ day: key.slice(0, 10), ProviderId: key.slice(11) });

/**
 * A column for each provider of a day, or for each day and provider of a week: who works there, is away, or has
 * something booked. Somebody chosen is shown on weekdays whatever they do.
 */
export function scheduleColumns(drawing: Drawing): GridColumn[] {
  const { days, filter, places, planned } = drawing;
  const rows = planned
    ? { ...drawing.rows, customDays: customDaysWith(drawing.rows.customDays, planned) }
    : drawing.rows;
  const events = eventsByColumn(drawing);
  const providers = providersShown(
    rows.providers,
    filter,
    rows.visits.filter((visit) => isPlaceShown(visit.PlaceOfService, places)),
  );
  const isOne = providers.length === 1;
  return days.flatMap((day) =>
    providers.flatMap((provider) => {
      const hours = workingDay({
        provider,
        customDays: rows.customDays,
        holidays: rows.holidays,
        day,
        ...(filter.FacilityId !== null && { FacilityId: filter.FacilityId }),
      });
      const own = events.get(columnKey(day, provider.ProviderId)) ?? [];
      const isChosen = planned || (filter.ProviderIds.length > 0 && (days.length === 1 || !isWeekend(day)));
      const isIt = (one: { ProviderId: string; day: string }) =>
        one.day === day && one.ProviderId === provider.ProviderId;
      const away = awayOn(day, rows.customDays.find(isIt), hours.off);
      const off = [...hours.off, ...away];
      if (!isChosen && own.length === 0 && hours.blocks.length === 0 && off.length === 0) return [];
      const name = providerName(provider);
      const note = noteOf(own, { ...hours, off });
      return [
        {
          key: columnKey(day, provider.ProviderId),
          title: days.length > 1 && isOne ? shortDay(day) : name,
          ...(days.length > 1 && !isOne && { group: shortDay(day) }),
          note: planned?.some(isIt) ? `Not saved · ${note}` : note,
          isToday: day === drawing.today,
          open: openSpans(day, hours.blocks).map(({ Start, End }) => minutesWithin(day, Start, End)),
          blocks: [...off.map((one) => blockOf(day, one)), ...heldIn(drawing, day, provider.ProviderId)],
          events: own,
        },
      ];
    }),
  );
}

/** Visits whose times cannot be drawn; they are named above the calendar. */
export function oddVisits({ rows, calls, mayMove }: Pick<Drawing, 'rows' | 'calls' | 'mayMove'>): Visit[] {
  return rows.visits.filter(
    (visit) => visitEvent(visit, rows.patients.get(visit.PatientId), calls.get(visit.VisitId), mayMove) === null,
  );
}

function eventsByColumn({ rows, places, calls, mayMove }: Drawing): Map<string, GridEvent[]> {
  const events = new Map<string, GridEvent[]>();
  const add = (of: { Start: string; ProviderId: string }, event: GridEvent | null) => {
    if (!event) return;
    const key = columnKey(of.Start.slice(0, 10), of.ProviderId);
    const list = events.get(key);
    if (list) list.push(event);
    else events.set(key, [event]);
  };
  for (const visit of rows.visits) {
    if (!isPlaceShown(visit.PlaceOfService, places)) continue;
    add(visit, visitEvent(visit, rows.patients.get(visit.PatientId), calls.get(visit.VisitId), mayMove));
  }
  for (const block of rows.nonPatientVisits) add(block, blockEvent(block, mayMove));
  for (const list of events.values()) list.sort((a, b) => a.start - b.start || a.id.localeCompare(b.id));
  return events;
}

/** Those chosen, or everybody of the facility and whoever else has a visit there, by last name. */
function providersShown(all: readonly Provider[], filter: ScheduleFilter, visits: readonly Visit[]): Provider[] {
  const booked = new Set<string>(visits.map((visit) => visit.ProviderId));
  const isShown = (provider: Provider) => {
    if (filter.ProviderIds.length > 0) return filter.ProviderIds.includes(provider.ProviderId);
    if (booked.has(provider.ProviderId)) return true;
    return (
      !provider.Inactive && (filter.FacilityId === null || provider.FacilityIds.some((id) => id === filter.FacilityId))
    );
  };
  const known = all
    .filter(isShown)
    .toSorted((a, b) => a.LastName.localeCompare(b.LastName) || a.FirstName.localeCompare(b.FirstName));
  const missing = visits.filter((visit) => !all.some(({ ProviderId }) => ProviderId === visit.ProviderId));
  const unknown = new Map(missing.map((visit) => [visit.ProviderId, nobody(visit)]));
  return [...known, ...unknown.values()];
}

/** A visit is drawn also when its provider is not on this device. */
function nobody({ ProviderId, FacilityId }: Visit): Provider {
  return {
    ProviderId,
    UserId: null,
    FirstName: 'Provider',
    LastName: 'not known',
    Type: 'PT',
    NationalProviderId: null,
    Taxonomy: '',
    LicenseNumber: null,
    LicenseNumbersByState: {},
    Schedule: [[], [], [], [], [], [], []],
    NotesPermission: 'N',
    notes_permissions: [],
    time_off: [],
    SupervisorProviderId: null,
    FacilityIds: [FacilityId],
    Inactive: false,
    pending: false,
    MaxAtOnce: 1,
  };
}

/** A custom day without hours is drawn as time off, with its note; a holiday says more. */
function awayOn(day: string, custom: CustomDay | undefined, off: readonly OffTime[]): OffTime[] {
  if (!custom || custom.blocks.length > 0 || off.length > 0) return [];
  return [{ ...wholeDay(day), why: custom.Note ?? 'Off', kind: 'time-off' }];
}

function noteOf(
  events: readonly GridEvent[],
  hours: { blocks: readonly unknown[]; off: readonly OffTime[]; from: string },
): string {
  const visits = events.filter(({ look }) => look !== 'block' && look !== 'away' && look !== 'missed').length;
  const count = visits === 1 ? '1 visit' : `${visits} visits`;
  const whole = hours.off.find(({ Start, End }) => Start.endsWith('T00:00') && End.endsWith('T00:00'));
  if (whole) return visits > 0 ? `${whole.why} · ${count}` : whole.why;
  if (hours.blocks.length === 0) return visits > 0 ? `No hours · ${count}` : 'No hours';
  return hours.from === 'custom' ? `${count} · other hours` : count;
}

function blockOf(day: string, { Start, End, why, kind }: OffTime): GridBlock {
  return { ...minutesWithin(day, Start, End), kind: kind === 'holiday' ? 'holiday' : 'off', label: why };
}

/** A patient may still take it: it is told, and staff may book it all the same. */
function heldIn({ heldOnline = [] }: Drawing, day: string, ProviderId: string): GridBlock[] {
  return heldOnline
    .filter((one) => one.ProviderId === ProviderId && one.Start.slice(0, 10) === day)
    .map(({ Start, End, until }) => ({
      ...minutesWithin(day, Start, End),
      kind: 'off',
      label: `Held online until ${showTime(until)}`,
    }));
}

function minutesWithin(day: string, Start: string, End: string): Span {
  return {
    start: Start.slice(0, 10) < day ? 0 : minuteOf(Start),
    end: End.slice(0, 10) > day ? 24 * 60 : minuteOf(End),
  };
}

function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T00:00Z`).getUTCDay());
}
