import type { Fault } from './fault.ts';

const checkinCode = 'server/features/kiosk/checkin-code.pg.test.ts';

/** On the pages for patients themselves, whatever they are about. */
export const publicFaults: readonly Fault[] = [
  {
    name: 'answers of one patient go out with the login of the next',
    file: 'src/public/pages/intake/intake-sender.ts',
    from: '    if (this.isStopped) return stopped;',
    to: '',
    tests: ['src/public/pages/intake/intake-sender.test.ts'],
  },
  {
    name: 'a key that is held on a page for patients answers the next question, and books',
    file: 'src/public/kit/one-press.ts',
    from: 'if (event.repeat && isPress &&',
    to: 'if (!event.repeat && isPress &&',
    tests: ['src/public/kiosk/kiosk.test.tsx'],
  },
  {
    name: 'days are told in English to who reads Spanish',
    file: 'src/public/kit/when.ts',
    from: "es: 'es-US'",
    to: "es: 'en-US'",
    tests: ['src/public/spanish.test.tsx'],
  },
  {
    name: 'wrong birth dates never end a check-in code',
    file: 'server/features/kiosk/code-shown.ts',
    from: 'if (wrong >= codeLimits.wrongDates)',
    to: 'if (wrong >= codeLimits.wrongDates * 1000)',
    tests: [checkinCode],
  },
  {
    name: 'any link of a patient is a check-in code',
    file: 'server/features/kiosk/code-shown.ts',
    from: "if (link?.purpose !== 'checkin' || link.isEnded)",
    to: 'if (!link || link.isEnded)',
    tests: [checkinCode],
  },
  {
    name: 'an arrival from before the tablet last heard of the server is believed',
    file: 'contract/kiosk/tablet-clock.ts',
    from: 'at < from || ',
    to: '',
    tests: ['contract/kiosk/tablet-clock.test.ts'],
  },
  {
    name: 'an arrival of an unknown time checks in the visit near its receipt',
    file: 'server/features/kiosk/sealed.ts',
    from: `DateOfBirth === null || clockFault === 'receipt'`,
    to: 'DateOfBirth === null',
    tests: ['server/features/kiosk/sealed-arrivals.pg.test.ts'],
  },
  {
    name: 'staff match an arrival to anybody without being asked',
    file: 'server/features/kiosk/arrival-handlers.ts',
    from: 'doubts.length > 0 && !confirmed',
    to: 'doubts.length > 9 && !confirmed',
    tests: ['server/features/kiosk/sealed-arrivals.pg.test.ts'],
  },
  {
    name: 'whoever opens a link uses it up',
    file: 'server/features/messages/links.ts',
    from: 'const look: Act = async () => undefined;',
    to: `const look: Act = (tx, { link }) =>
  tx.run('update patient_links set "endedAt" = now() where "secretHash" = $1', [link.secretHash]).then(() => undefined);`,
    tests: ['server/features/messages/scanned-links.pg.test.ts'],
  },
];
