import type { Fault } from './fault.ts';

/** On the pages for patients themselves, whatever they are about. */
export const publicFaults: readonly Fault[] = [
  {
    name: 'answers of one patient go out with the login of the next',
    file: 'src/public/pages/intake/intake-sender.ts',
    from: '    if (this.#isStopped) return stopped;',
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
];
