import { expect, test } from 'vitest';
import { intakeStep } from './intake-remind.ts';

const timeZone = 'America/New_York';
const visit = { Start: '2026-11-25T14:00', stage: 'scheduled' as const };
const long = new Date('2026-11-10T12:00Z');

test.each([
  ['73 hours before', '2026-11-22T18:00Z', {}, null],
  ['72 hours before', '2026-11-22T19:00Z', {}, 72],
  ['72 hours before, where the server slept a while', '2026-11-23T00:30Z', {}, 72],
  ['two days before', '2026-11-23T19:00Z', {}, null],
  ['24 hours before', '2026-11-24T19:00Z', {}, 24],
  ['an hour before', '2026-11-25T18:00Z', {}, null],
  ['when the forms were never sent by message', '2026-11-22T19:00Z', { sentAt: null }, 72],
  ['when the forms came this morning', '2026-11-22T19:00Z', { sentAt: new Date('2026-11-22T14:00Z') }, null],
  ['when the forms came the evening before', '2026-11-22T19:00Z', { sentAt: new Date('2026-11-22T01:00Z') }, 72],
  ['of a visit that was let go', '2026-11-22T19:00Z', { visit: { ...visit, stage: 'cancelled' as const } }, null],
  ['of a patient who is here', '2026-11-24T19:00Z', { visit: { ...visit, stage: 'checkedIn' as const } }, null],
  ['early in the morning', '2026-11-24T12:00Z', { visit: { ...visit, Start: '2026-11-25T06:30' } }, null],
])('a reminder of forms %s', (_, now, more, step) => {
  expect(intakeStep({ visit, sentAt: long, timeZone, now: new Date(now), ...more })).toBe(step);
});
