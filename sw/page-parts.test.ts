import { expect, test } from 'vitest';
import { partsOfPage, partsOfScript } from './page-parts.ts';

test('a page names its scripts, styles and pictures; a script those it loads with it or later', () => {
  const html = `<link rel="icon" href="/icons/a.svg"><link rel="manifest" href="/hep.webmanifest">
    <script type="module" crossorigin src="/assets/public/hep-1234567.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/public/_abc-12.css">`;
  expect(partsOfPage(html)).toEqual(['/icons/a.svg', '/assets/public/hep-1234567.js', '/assets/public/_abc-12.css']);
  const script = `import{a as t}from"./Cqipzii.js";const m=["assets/public/CUa4ZwB.css"];import(\`./B-x_9k.js\`);"other.js"`;
  expect(partsOfScript(script)).toEqual([
    '/assets/public/Cqipzii.js',
    '/assets/public/CUa4ZwB.css',
    '/assets/public/B-x_9k.js',
  ]);
});
