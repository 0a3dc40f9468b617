import { addDays } from '#contract/base/dates.ts';
import type { ClinicSpec } from './clinic.ts';
import { demoId } from './ids.ts';

/** Days ahead, beyond the visits that tests and screenshots know. */
const holidayAhead = 24;
const customAhead = 10;

function isWeekday(day: string): boolean {
  return ![0, 6].includes(new Date(`${day}T00:00Z`).getUTCDay());
}

function weekdayFrom(day: string): string {
  return isWeekday(day) ? day : weekdayFrom(addDays(day, 1));
}

/** What is in the calendar besides visits: lunches of a fortnight, a weekly meeting, a short day, a holiday ahead. */
export function calendarRows(spec: ClinicSpec, today: string) {
  const { site, providers } = spec;
  const [first] = providers;
  if (!first) throw new Error('A clinic has at least one provider');
  const idOf = (kind: string, name: string) => demoId(site, kind, name);
  const time = (provider: (typeof providers)[number], VisitTypeName: string, Start: string, End: string) => ({
    site,
    NonPatientVisitId: idOf('non-patient visit', `${Start} ${provider.key}`),
    FacilityId: idOf('facility', provider.facility),
    ProviderId: idOf('provider', provider.key),
    VisitTypeName,
    Title: null as string | null,
    Start,
    End,
    SeriesId: idOf('series', `${VisitTypeName} ${provider.key}`),
  });
  const days = Array.from({ length: 15 }, (_, at) => addDays(today, at - 7)).filter(isWeekday);
  const lunches = providers.flatMap((provider) =>
    days.map((day) => time(provider, 'Lunch', `${day}T12:00`, `${day}T13:00`)),
  );
  const meetingDay = weekdayFrom(addDays(today, 3));
  const meetings = providers.map((provider) => ({
    ...time(provider, 'Team meeting', `${meetingDay}T17:00`, `${meetingDay}T17:45`),
    Title: 'Case conference',
  }));
  const FacilityId = idOf('facility', first.facility);
  return {
    custom_days: [
      {
        site,
        CustomDayId: idOf('custom day', first.key),
        ProviderId: idOf('provider', first.key),
        day: weekdayFrom(addDays(today, customAhead)),
        blocks: [{ start: '08:00', end: '12:00', FacilityId }],
        Note: 'Course in the afternoon',
      },
    ],
    holidays: [
      {
        site,
        HolidayId: idOf('holiday', 'ahead'),
        day: weekdayFrom(addDays(today, holidayAhead)),
        Name: 'Clinic holiday',
        FacilityIds: null,
      },
    ],
    non_patient_visits: [...lunches, ...meetings],
  };
}
