import { expect, test } from 'vitest';
import { addDays } from '#contract/base/dates.ts';
import { ScheduleView } from '#contract/scheduling/endpoints.ts';
import { stamp, testId } from '#contract/testing/rows.ts';
import { factsWith, visitAt } from '#contract/testing/schedule.ts';
import { Visit } from '#contract/visits/visit.ts';
import { withWeeks } from './series-facts.ts';

const rest = { PlaceOfService: '11', intakeConflict: [], intakeIncomplete: false, ClaimId: null, CancelReason: null };
const visitOf = (Start: string, stage = 'scheduled') =>
  Visit.parse({ ...visitAt(Start), ...rest, stage, updated_at: stamp });

/** A week as the server sends it, from its Sunday. */
function week(from: string, visits: Visit[] = []): [string, ScheduleView] {
  const empty = { timeOff: [], daySchedules: [], visitRequests: [], fillRequestBatches: [], rawSchedules: [] };
  const holidays = [{ HolidayId: testId(1), day: from, Name: 'Thanksgiving', FacilityIds: null, updated_at: stamp }];
  const rows = { visits, nonPatientVisits: [], customDays: [], holidays, patients: [] };
  return [from, ScheduleView.parse({ ...empty, ...rows, from, to: addDays(from, 6) })];
}

/** Known until Wednesday, 18 November 2026. */
const known = { from: '2026-11-01', to: '2026-11-18' };

test('fetched weeks are known, and their visits and holidays are looked at', () => {
  const far = [week('2026-11-15'), week('2026-11-22', [visitOf('2026-11-24T10:00')])];
  const facts = withWeeks(factsWith({ known }), new Map(far));
  expect(facts.known).toEqual({ from: '2026-11-01', to: '2026-11-28' });
  expect(facts.visits.map((one) => one.Start)).toEqual(['2026-11-24T10:00']);
  expect(facts.holidays.map((one) => one.day)).toEqual(['2026-11-15', '2026-11-22']);
});

test('beyond a week that could not be loaded nothing is known', () => {
  const facts = withWeeks(factsWith({ known }), new Map([week('2026-11-15'), week('2026-11-29')]));
  expect(facts.known?.to).toBe('2026-11-21');
  expect(withWeeks(factsWith({ known }), new Map([week('2026-11-22')])).known).toEqual(known);
});

test('what this device has not sent yet holds over what the server sent', () => {
  const own = visitOf('2026-11-17T10:00', 'cancelled');
  const far = new Map([week('2026-11-15', [visitOf('2026-11-17T10:00')])]);
  expect(withWeeks(factsWith({ known, visits: [own] }), far).visits).toEqual([own]);
});
