import type { Fault } from './fault.ts';

export const calendarFaults: readonly Fault[] = [
  {
    name: 'a time that comes twice as the clocks go back is booked without a word',
    file: 'contract/scheduling/clock-changes.ts',
    from: 'aheadBy(wallTime, timeZone)?.length === 2',
    to: 'aheadBy(wallTime, timeZone)?.length === 3',
    tests: ['contract/scheduling/clock-changes.test.ts'],
  },
  {
    name: 'a month shows where the server has a visit, and not where this device moved it',
    file: 'src/features/scheduling/calendar/use-schedule.ts',
    from: 'const isHere = (day: string) => day >= from && day <= to;',
    to: 'const isHere = (day: string) => day > to && day >= from;',
    tests: ['src/features/scheduling/calendar/month-work.test.tsx'],
  },
  {
    name: 'who was born in 2019 hides who was born in 1919',
    file: 'contract/patients/name-query.ts',
    from: '[one, ...others.slice(at, at + 1)]',
    to: '[one, ...others.slice(at, at)]',
    tests: ['contract/patients/name-query.test.ts'],
  },
];
