import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(tsx?|css)$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.startsWith('public/'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const where = (found: RegExp, ending = /tsx?$/) =>
  files.filter(({ path, text }) => ending.test(path) && found.test(text)).map(({ path }) => path);

// The transform of a drawer that slides in is the window of all that is fixed within it: a panel there opens outside of
// the real one. The top layer, and what is drawn at the end of the page, know no drawer.
test('every panel of our own opens in the top layer', () => {
  const own = ['shared/ui/action-menu/open-menu.tsx', 'shared/ui/drop-panel/open-panel.tsx'];
  expect(where(/\bpopover=/)).toEqual(own);
  expect(where(/\braise\(shown\)/)).toEqual(own);
  expect(where(/role="menu"/)).toEqual([own[0]]);
  // The palette is itself a layer, and its list a part of it.
  expect(where(/role="listbox"/)).toEqual(['app/shell/command-palette.tsx']);
});

test('nothing else is fixed where a drawer could be around it', () => {
  expect(where(/position: ?['"]?fixed/, /(tsx?|css)$/)).toEqual([
    // The whole window, under every layer.
    'app/routes/patients.module.css',
    // The card of the calendar, and its menus.
    'features/scheduling/calendar/scheduling.module.css',
    'shared/ui/action-menu/action-menu.module.css',
    'shared/ui/drop-panel/drop-panel.module.css',
    // The words of the rail.
    'shared/ui/hover-label/hover-label.module.css',
  ]);
  expect(where(/hover-label\.tsx/)).toEqual(['app/shell/rail.tsx']);
});

test('the lists of Mantine open at the end of the page, and its other panels are not used', () => {
  // In a list of names within a panel that is itself there: beside it, a press on one would close the panel.
  expect(where(/withinPortal(=\{|: )false/)).toEqual(['features/charges/performed-split.tsx']);
  const imported = /import \{[^}]*\b(Menu|HoverCard|Autocomplete|PillsInput|ColorInput)\b[^}]*\} from '@mantine\/core'/;
  expect(where(imported)).toEqual([]);
  expect(where(/from '@mantine\/dates'/)).toEqual(['shared/ui/date-field/date-calendar.tsx']);
  expect(where(/import\('\.\/date-calendar\.tsx'\)|from '[^']*date-calendar\.tsx'/)).toEqual([
    'shared/ui/date-field/date-field.tsx',
  ]);
  expect(where(/type="(date|datetime-local|month|week|color)"/)).toEqual([]);
});
