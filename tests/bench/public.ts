import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kioskParts, mostOf, publicParts } from '../../scripts/build/public-pages.ts';
import { gzipKb } from '../page-load.ts';
import { assertAll, figure, type Figure } from './measure.ts';

/** What is built for patients' phones: the entry, the largest page with it, and the style sheet. */
export function benchPublic(folder = 'dist'): Figure[] {
  const parts = readdirSync(join(folder, publicParts)).map((name) => publicParts + name);
  const html = readFileSync(join(folder, 'public.html'), 'utf8');
  const textOf = (part: string) => readFileSync(join(folder, part), 'utf8');
  const scripts = new Set(parts.filter((part) => part.endsWith('.js')));
  const namedIn = (part: string, how: RegExp) =>
    [...textOf(part).matchAll(how)].map(([, name = '']) => publicParts + name).filter((one) => scripts.has(one));
  /** With what they stand on. */
  const whole = (first: readonly string[]) => {
    const all = new Set(first);
    for (const part of all)
      for (const next of namedIn(part, /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) all.add(next);
    return [...all];
  };
  const entry = whole([...scripts].filter((part) => html.includes(part)));
  const pages = entry.flatMap((part) => namedIn(part, /import\(["'`]\.\/([\w.-]+\.js)["'`]\)/g));
  assertAll('pages', pages.length, 3);
  const sizes = pages.map((page) => gzipKb(whole([...entry, page]), folder));
  const styles = parts.filter((part) => part.endsWith('.css'));
  const ofKiosk = readdirSync(join(folder, kioskParts))
    .filter((name) => name.endsWith('.js'))
    .map((name) => kioskParts + name);
  assertAll('parts of the kiosk', ofKiosk.length, 1);
  return [
    figure('pages for patients: entry, gzip', 'KB', [gzipKb(entry, folder)], mostOf.entryKb),
    figure('pages for patients: entry with the largest page, gzip', 'KB', [Math.max(...sizes)], mostOf.pageKb),
    figure('pages for patients: style sheets, gzip', 'KB', [gzipKb(styles, folder)], mostOf.stylesKb),
    figure('kiosk: all its JavaScript, gzip', 'KB', [gzipKb(ofKiosk, folder)], mostOf.kioskKb),
  ];
}
