import { offsetAt, transitionsOf, type Transition } from './zone.ts';

/** An appointment as RFC 5545 tells it. */
export type CalendarEvent = {
  /** Stays the same through all changes. */
  uid: string;
  /** Grows with each change. */
  sequence: number;
  /** ISO 8601, UTC. */
  changedAt: string;
  /** IANA name of the zone of the wall times. */
  zone: string;
  Start: string;
  End: string;
  summary: string;
  location: string;
  isCancelled: boolean;
};

/** How often a calendar is asked to look again. */
const refresh = 'PT15M';

/** A whole calendar: VCALENDAR with a VTIMEZONE for each zone in use. Equal input gives equal text. */
export function calendarText(name: string, events: readonly CalendarEvent[]): string {
  const zones = [...Map.groupBy(events, (event) => event.zone)].toSorted(([a], [b]) => a.localeCompare(b));
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Mainstay//Calendar feed//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
    `X-PUBLISHED-TTL:${refresh}`,
    ...zones.flatMap(([zone, own]) => zoneLines(zone, own)),
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventLines(event: CalendarEvent): string[] {
  const { zone, Start, End } = event;
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    // Without a METHOD, when it was last changed (RFC 5545, 3.8.7.2).
    `DTSTAMP:${utcTime(event.changedAt)}`,
    `LAST-MODIFIED:${utcTime(event.changedAt)}`,
    `DTSTART;TZID=${zone}:${localTime(Start)}`,
    `DTEND;TZID=${zone}:${localTime(End)}`,
    `SUMMARY:${escaped(event.summary)}`,
    `LOCATION:${escaped(event.location)}`,
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${event.isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    'CLASS:PRIVATE',
    'END:VEVENT',
  ];
}

const monthMs = 31 * 86_400_000;

/** Each change of the clocks by itself, from before the first event to after the last: no rule has to be guessed. */
function zoneLines(zone: string, events: readonly CalendarEvent[]): string[] {
  const times = events.flatMap(({ Start, End }) => [Start, End]).toSorted();
  const from = Date.parse(`${times[0]}Z`) - monthMs;
  const to = Date.parse(`${times.at(-1)}Z`) + monthMs;
  const first = offsetAt(zone, from);
  const changes = [{ at: from, from: first, to: first }, ...transitionsOf(zone, from, to)];
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...changes.flatMap(changeLines), 'END:VTIMEZONE'];
}

function changeLines({ at, from, to }: Transition): string[] {
  const kind = to > from ? 'DAYLIGHT' : 'STANDARD';
  const wall = new Date(at + from * 60_000).toISOString().slice(0, 16);
  return [
    `BEGIN:${kind}`,
    `DTSTART:${localTime(wall)}`,
    `TZOFFSETFROM:${offset(from)}`,
    `TZOFFSETTO:${offset(to)}`,
    `END:${kind}`,
  ];
}

/** `-0500` */
function offset(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`;
}

/** `20261122T093000` from a wall time to the minute. */
function localTime(wall: string): string {
  return `${wall.replaceAll(/[-:]/g, '')}00`;
}

function utcTime(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** RFC 5545, 3.3.11. Other controls have no place in a text. */
function escaped(text: string): string {
  return (
    text
      .replaceAll(/\r\n?/g, '\n')
      // oxlint-disable-next-line no-control-regex -- these are what is taken out
      .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
      .replaceAll(/[\\;,]/g, (one) => `\\${one}`)
      .replaceAll('\n', '\\n')
  );
}

/** Octets of a line without its end (RFC 5545, 3.1). */
const longest = 75;

/** Long lines go on in the next, after a space, never within a character. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let room = longest;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (size > room) {
      parts.push(part);
      part = '';
      // The space before takes one.
      room = longest - 1;
    }
    part += character;
    room -= size;
  }
  return [...parts, part].join('\r\n ');
}
