import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type InlineConfig } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import {
  kioskConfig,
  kioskParts,
  kioskWorkerConfig,
  mostOf,
  publicConfig,
  publicFiles,
  publicParts,
} from './public-pages.ts';

type File = { fileName: string; content: string; imports: string[]; dynamicImports: string[]; isEntry: boolean };
let files: File[] = [];
let kiosk: File[] = [];
let worker: File[] = [];
const kb = (all: readonly File[]) => all.reduce((sum, { content }) => sum + gzipSync(content).length, 0) / 1024;
const scripts = () => files.filter(({ fileName }) => fileName.endsWith('.js'));
const named = (names: readonly string[]) => scripts().filter(({ fileName }) => names.includes(fileName));

async function filesOf(config: InlineConfig): Promise<File[]> {
  const before = process.env['NODE_ENV'];
  // As it is built for people: React has another edition for tests.
  process.env['NODE_ENV'] = 'production';
  const built = await build(config).finally(() => {
    process.env['NODE_ENV'] = before;
  });
  if (!('output' in built)) throw new Error('The build gave no files.');
  return built.output.map((file) => {
    const isScript = file.type === 'chunk';
    return {
      fileName: file.fileName,
      content: isScript ? file.code : String(file.source),
      imports: isScript ? file.imports : [],
      dynamicImports: isScript ? file.dynamicImports : [],
      isEntry: isScript && file.isEntry,
    };
  });
}
beforeAll(async () => {
  files = await filesOf(publicConfig({ write: false }));
  kiosk = await filesOf(kioskConfig({ write: false }));
  worker = await filesOf(
    kioskWorkerConfig(
      kiosk.map(({ fileName }) => fileName),
      { write: false },
    ),
  );
}, 60_000);

const withImports = (names: readonly string[]): string[] => {
  const known = new Set(names);
  for (const name of known) for (const next of named([name]).flatMap(({ imports }) => imports)) known.add(next);
  return [...known];
};

function entryOf(name: string): File {
  const found = scripts().find(({ isEntry, fileName }) => isEntry && fileName.includes(name));
  if (!found) throw new Error(`The build has no entry ${name}.`);
  return found;
}

test.each([
  ['/public-', 2],
  ['/hep-', 0],
])('the entry %s, each whole page of it and the style sheets stay within what an old phone loads', (name, fewest) => {
  const entry = entryOf(name);
  const first = withImports([entry.fileName]);
  expect(kb(named(first))).toBeLessThanOrEqual(mostOf.entryKb);
  expect(kb(files.filter(({ fileName }) => fileName.endsWith('.css')))).toBeLessThanOrEqual(mostOf.stylesKb);
  const pages = entry.dynamicImports;
  expect(pages.length).toBeGreaterThan(fewest);
  for (const page of pages) expect(kb(named(withImports([...first, page]))), page).toBeLessThanOrEqual(mostOf.pageKb);
});

test.each(['/public-', '/hep-'])('each page of %s comes in files that a browser asks for at once', (name) => {
  const entry = entryOf(name);
  const first = withImports([entry.fileName]);
  for (const page of entry.dynamicImports) {
    const more = withImports([page]).filter((one) => !first.includes(one));
    expect(more.length, page).toBeLessThanOrEqual(6);
  }
});

test('all parts lie where the staff’s service worker keeps nothing', () => {
  const elsewhere = files.filter(
    ({ fileName }) => !publicFiles.includes(fileName) && !fileName.startsWith(publicParts),
  );
  expect(elsewhere.map(({ fileName }) => fileName)).toEqual([]);
});

/** Words that stand in every build of what each names. */
const ofStaff = {
  Mantine: 'mantine-',
  Dexie: 'Dexie',
  'the router': 'useRouteError',
  zod: 'invalid_type',
  ky: 'ky-',
  'the sync worker': 'sync-worker',
  'calls of the staff': '/company/',
  'calls about charts': '/patients/:id',
  'real-time notices': 'pusher',
  'the sealed store': 'outbox',
};

test.each(Object.entries(ofStaff))('nothing of %s is in it', (_, word) => {
  expect(scripts().length).toBeGreaterThan(3);
  const found = scripts().filter(({ content }) => content.toLowerCase().includes(word.toLowerCase()));
  expect(found.map(({ fileName }) => fileName)).toEqual([]);
});

test('a service worker is begun by an app that has one of its own, and by no page that others share', () => {
  const beginning = scripts().filter(({ content }) => content.includes('serviceWorker.register'));
  expect(beginning.map(({ fileName }) => fileName.replace(/-[\w-]{7}\.js$/, ''))).toEqual([`${publicParts}hep`]);
});

test('no address of another host is in it but those that React names in its errors, and of name spaces', () => {
  const hosts = files.flatMap(({ content }) => [...content.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host]) => host));
  expect(new Set(hosts)).toEqual(new Set(['react.dev', 'www.w3.org']));
});

const root = join(import.meta.dirname, '../..');
const tokens = (css: string) =>
  new Map([...css.matchAll(/(--ms-[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]));

test.each(['light', 'dark'] as const)('the %s colors are those of the staff’s screens', (theme) => {
  const [light = '', dark = ''] = readFileSync(join(root, 'src/public/public.css'), 'utf8').split(
    '@media (prefers-color-scheme: dark)',
  );
  const staff = readFileSync(join(root, 'src/shared/ui/theme/tokens.css'), 'utf8').split(/:root[^{]*\{/);
  const [own, theirs] =
    theme === 'light' ? [tokens(light), tokens(staff[1] ?? '')] : [tokens(dark), tokens(staff[2] ?? '')];
  expect(own.size).toBeGreaterThan(10);
  for (const [name, value] of own) expect([name, theirs.get(name)]).toEqual([name, value]);
});

test('the whole kiosk stays within its size, and lies where phones and the staff’s service worker load nothing', () => {
  const script = kiosk.filter(({ fileName }) => fileName.endsWith('.js'));
  expect(script.length).toBeGreaterThan(2);
  expect(kb(script)).toBeLessThanOrEqual(mostOf.kioskKb);
  const elsewhere = kiosk.filter(({ fileName }) => fileName !== 'kiosk.html' && !fileName.startsWith(kioskParts));
  expect(elsewhere.map(({ fileName }) => fileName)).toEqual([]);
});

test.each(Object.entries(ofStaff))('nothing of %s is in the kiosk', (_, word) => {
  const found = kiosk.filter(({ content }) => content.toLowerCase().includes(word.toLowerCase()));
  expect(found.map(({ fileName }) => fileName)).toEqual([]);
});

test('the kiosk’s service worker keeps each of its files, and nothing it is answered', () => {
  const [{ fileName, content } = { fileName: '', content: '' }, ...others] = worker;
  expect([fileName, others]).toEqual(['kiosk-sw.js', []]);
  for (const one of kiosk) expect(content).toContain(`/${one.fileName}`);
  expect(content).not.toContain('.put(');
});
