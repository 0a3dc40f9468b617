import { expect, test } from 'vitest';
import { clinicZone, moments, secondsAhead, wallAt } from './clock-moments.ts';

const now = new Date('2026-11-26T12:00:00Z');
const shown = (name: string) => {
  const moment = moments.find((each) => each.name === name);
  if (!moment) throw new Error(`no moment ${name}`);
  return {
    wall: wallAt(moment, now),
    utc: new Date(now.getTime() + secondsAhead(moment, now) * 1000).toISOString(),
  };
};

test.each([
  ['after midnight', '2026-12-02T00:05', '2026-12-02T05:05:00.000Z'],
  ['Saturday', '2026-11-28T12:00', '2026-11-28T17:00:00.000Z'],
  ['end of February', '2027-02-28T23:55', '2027-03-01T04:55:00.000Z'],
  ['end of February in a leap year', '2028-02-28T21:05', '2028-02-29T02:05:00.000Z'],
  ['end of the year', '2026-12-31T23:55', '2027-01-01T04:55:00.000Z'],
  ['clocks go forward', '2027-03-14T01:57', '2027-03-14T06:57:00.000Z'],
  ['clocks go back', '2027-11-07T01:30', '2027-11-07T05:30:00.000Z'],
])('%s is the next such moment of the clinic', (name, wall, utc) => {
  expect(shown(name)).toEqual({ wall, utc });
});

test('every moment lies ahead, whatever day it is, and the machine is in its zone and elsewhere', () => {
  for (const at of [new Date('2028-02-28T23:00:00Z'), new Date('2026-12-31T23:59:00Z')])
    for (const moment of moments) expect(secondsAhead(moment, at), moment.name).toBeGreaterThan(0);
  const zones = new Set(moments.map(({ machineZone }) => machineZone));
  expect(zones).toEqual(new Set([clinicZone, 'UTC', 'America/Los_Angeles', 'Asia/Kolkata']));
});
