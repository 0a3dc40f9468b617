import { expect, test } from 'vitest';
import { calendarText, type CalendarEvent } from './icalendar.ts';
import { offsetAt } from './zone.ts';

const event: CalendarEvent = {
  uid: 'a@mainstay',
  sequence: 7,
  changedAt: '2026-11-20T15:04:05.123456+00:00',
  zone: 'America/New_York',
  Start: '2026-11-22T09:00',
  End: '2026-11-22T09:45',
  summary: 'PT Follow-up',
  location: 'Harborview',
  isCancelled: false,
};

type Block = { name: string; lines: { name: string; params: string; value: string }[]; blocks: Block[] };

/** Reads by the grammar of RFC 5545, 3.1, and nothing of the writer. */
function parse(text: string): Block {
  expect(text.endsWith('\r\n')).toBe(true);
  const raw = text.slice(0, -2).split('\r\n');
  for (const line of raw) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(raw.some((line) => /[\r\n]/.test(line))).toBe(false);
  const lines = raw.join('\r\n').replaceAll('\r\n ', '').split('\r\n');
  const ends: [string | undefined, string][] = [];
  const open: Block[] = [{ name: '', lines: [], blocks: [] }];
  for (const line of lines) {
    const [, name = '', params = '', value = ''] = /^([A-Z-]+)((?:;[A-Z-]+=[^:;]+)*):(.*)$/.exec(line) ?? [];
    expect(name).not.toBe('');
    const top = open.at(-1) as Block;
    if (name === 'BEGIN') {
      const block = { name: value, lines: [], blocks: [] };
      top.blocks.push(block);
      open.push(block);
    } else if (name === 'END') ends.push([open.pop()?.name, value]);
    else top.lines.push({ name, params, value });
  }
  expect(ends.filter(([begun, ended]) => begun !== ended)).toEqual([]);
  expect(open).toHaveLength(1);
  return open[0]?.blocks[0] as Block;
}
const value = (block: Block | undefined, name: string) => block?.lines.find((line) => line.name === name)?.value;
const unescaped = (text = '') => text.replaceAll(/\\(.)/g, (_all, one: string) => (one === 'n' ? '\n' : one));
const eventsOf = (text: string) => parse(text).blocks.filter(({ name }) => name === 'VEVENT');

test('one visit: what every calendar needs', () => {
  const calendar = parse(calendarText('Harborview Therapy', [event]));
  expect(value(calendar, 'VERSION')).toBe('2.0');
  expect(value(calendar, 'PRODID')).toBeDefined();
  expect(calendar.blocks.map(({ name }) => name)).toEqual(['VTIMEZONE', 'VEVENT']);
  expect(calendar.blocks[1]?.lines.map(({ name, params, value: text }) => `${name}${params}:${text}`)).toEqual([
    'UID:a@mainstay',
    'SEQUENCE:7',
    'DTSTAMP:20261120T150405Z',
    'LAST-MODIFIED:20261120T150405Z',
    'DTSTART;TZID=America/New_York:20261122T090000',
    'DTEND;TZID=America/New_York:20261122T094500',
    'SUMMARY:PT Follow-up',
    'LOCATION:Harborview',
    'STATUS:CONFIRMED',
    'TRANSP:OPAQUE',
    'CLASS:PRIVATE',
  ]);
});

test('a cancelled visit says so and takes no time', () => {
  const [one] = eventsOf(calendarText('x', [{ ...event, isCancelled: true }]));
  expect([value(one, 'STATUS'), value(one, 'TRANSP')]).toEqual(['CANCELLED', 'TRANSPARENT']);
});

test.each([
  'plain',
  'Comma, semicolon; backslash \\ and \\n as letters',
  'Two\nlines',
  'END:VEVENT\r\nBEGIN:VALARM',
  'ä'.repeat(200),
  '👩‍🦽'.repeat(60),
  `${'x'.repeat(66)}\\\\;;`,
  'a'.repeat(67),
  '',
])('any text comes back as it was: %j', (text) => {
  const [one, ...more] = eventsOf(calendarText(text, [{ ...event, summary: text }]));
  expect(more).toEqual([]);
  expect(unescaped(value(one, 'SUMMARY'))).toBe(text.replaceAll('\r\n', '\n'));
});

test('no events make an empty calendar', () => {
  expect(parse(calendarText('x', [])).blocks).toEqual([]);
});

/** What a calendar makes of a wall time: the observance that began last before it (RFC 5545, 3.6.5). */
function momentIn(zone: Block, wall: string): number {
  const at = wall.replaceAll(/[-:]/g, '');
  const begun = zone.blocks.filter((one) => (value(one, 'DTSTART') ?? '') <= `${at}00`);
  const last = begun.toSorted((a, b) => (value(a, 'DTSTART') ?? '').localeCompare(value(b, 'DTSTART') ?? '')).at(-1);
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(value(last, 'TZOFFSETTO') ?? '') ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return Date.parse(`${wall}Z`) - offset * 60_000;
}

const zones = [
  'America/New_York',
  'America/Los_Angeles',
  'America/Phoenix',
  'Pacific/Honolulu',
  'America/St_Johns',
  'Europe/Dublin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'UTC',
];
test.each(zones)('every hour of two years is the same moment to a calendar as to the clinic: %s', (zone) => {
  const span = { ...event, zone, Start: '2026-01-01T00:00', End: '2027-12-31T23:00' };
  const [block] = parse(calendarText('x', [span])).blocks;
  let hours = 0;
  const wrong: string[] = [];
  for (let at = Date.UTC(2026, 0, 2); at < Date.UTC(2027, 11, 31); at += 3_600_000) {
    const offset = offsetAt(zone, at);
    const isClear = [-3, 3].every((near) => offsetAt(zone, at + near * 3_600_000) === offset);
    const wall = new Date(at + offset * 60_000).toISOString().slice(0, 16);
    // Within hours of a change a wall time may be two moments or none.
    if (!isClear) continue;
    hours += 1;
    if (momentIn(block as Block, wall) !== at) wrong.push(wall);
  }
  expect(wrong).toEqual([]);
  expect(hours).toBeGreaterThan(17_000);
});

test('the clocks of New York change on the days and at the times that are known', () => {
  const span = { ...event, Start: '2026-01-01T00:00', End: '2026-12-31T00:00' };
  const [zone] = parse(calendarText('x', [span])).blocks;
  const changes = zone?.blocks.map((one) => [one.name, ...one.lines.map((line) => line.value)]);
  expect(changes?.slice(1)).toEqual([
    ['DAYLIGHT', '20260308T020000', '-0500', '-0400'],
    ['STANDARD', '20261101T020000', '-0400', '-0500'],
  ]);
});
