import { expect, test } from 'vitest';
import { maySend, type Asked, type LedgerEntry } from './may-send.ts';

const timeZone = 'America/New_York';
/** Winter: five hours behind. */
const at = (time: string) => new Date(`2026-11-20T${time}:00-05:00`);
const entry = (given: boolean, how: LedgerEntry['how'], seq = 2): LedgerEntry => ({ given, how, seq });
const yes = { person: entry(true, 'staff'), contact: null };
const noon = at('12:00');
const asked: Asked = { purpose: 'visits', ledger: yes, isDeceased: false, timeZone, now: noon };
const stopped = entry(false, 'stop', 5);

test.each<[string, Partial<Asked>, unknown]>([
  ['at noon', {}, { is: 'now' }],
  ['about visits at 8:00', { now: at('08:00') }, { is: 'now' }],
  ['about visits at 20:59', { now: at('20:59') }, { is: 'now' }],
  ['about visits at 7:59', { now: at('07:59') }, { is: 'later', at: at('08:00') }],
  ['about visits at 21:00', { now: at('21:00') }, { is: 'later', at: new Date('2026-11-21T08:00:00-05:00') }],
  ['of surveys at 8:30', { purpose: 'surveys', now: at('08:30') }, { is: 'later', at: at('09:00') }],
  ['of reviews at 19:59', { purpose: 'reviews', now: at('19:59') }, { is: 'now' }],
  [
    'of marketing at 20:00',
    { purpose: 'marketing', now: at('20:00') },
    { is: 'later', at: new Date('2026-11-21T09:00:00-05:00') },
  ],
  ['that is urgent, at night', { now: at('23:00'), isUrgent: true }, { is: 'now' }],
  [
    'of a code at night, without consent',
    { purpose: 'exempt', now: at('23:00'), ledger: { person: null, contact: stopped } },
    { is: 'now' },
  ],
  ['to somebody who has died', { isDeceased: true }, { is: 'never', why: 'deceased' }],
  ['of a receipt to somebody who has died', { isDeceased: true, purpose: 'exempt' }, { is: 'never', why: 'deceased' }],
  ['to who was never asked', { ledger: { person: null, contact: null } }, { is: 'never', why: 'no-consent' }],
  ['to who said no', { ledger: { person: entry(false, 'page'), contact: null } }, { is: 'never', why: 'no-consent' }],
  ['to a number that stopped since', { ledger: { ...yes, contact: stopped } }, { is: 'never', why: 'stopped' }],
  ['to a number that started again', { ledger: { ...yes, contact: entry(true, 'start') } }, { is: 'now' }],
  [
    'to a number alone',
    { ledger: { person: null, contact: entry(true, 'start') } },
    { is: 'never', why: 'no-consent' },
  ],
  [
    'after a STOP, agreed to at the desk',
    { ledger: { person: entry(true, 'staff', 6), contact: stopped } },
    { is: 'now' },
  ],
  [
    'after a STOP, agreed to on the page',
    { ledger: { person: entry(true, 'page', 6), contact: stopped } },
    { is: 'now' },
  ],
  [
    'after a STOP, with a booking',
    { ledger: { person: entry(true, 'patient', 6), contact: stopped } },
    { is: 'never', why: 'stopped' },
  ],
  [
    'after a STOP, with an import',
    { ledger: { person: entry(true, 'import', 6), contact: stopped } },
    { is: 'never', why: 'stopped' },
  ],
])('a message %s', (_, more, sending) => {
  expect(maySend({ ...asked, ...more })).toEqual(sending);
});

test.each([
  ['the night in which an hour is left out', '2026-03-08T01:30:00-05:00', '2026-03-08T08:00:00-04:00'],
  ['the night in which an hour comes twice', '2026-10-31T22:00:00-04:00', '2026-11-01T08:00:00-05:00'],
])('it waits for the morning through %s', (_, now, morning) => {
  expect(maySend({ ...asked, now: new Date(now) })).toEqual({ is: 'later', at: new Date(morning) });
});
