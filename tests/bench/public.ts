import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mostOf, publicParts } from '../../scripts/build/public-pages.ts';
import { gzipKb } from '../page-load.ts';
import { figure, type Figure } from './measure.ts';

/** What is built for patients' phones: the entry, the largest page with it, and the style sheet. */
export function benchPublic(folder = 'dist'): Figure[] {
  const parts = readdirSync(join(folder, publicParts)).map((name) => publicParts + name);
  const html = readFileSync(join(folder, 'public.html'), 'utf8');
  const entry = parts.filter((part) => part.endsWith('.js') && html.includes(part));
  const pages = parts.filter((part) => part.endsWith('.js') && !entry.includes(part));
  const styles = parts.filter((part) => part.endsWith('.css'));
  const entryKb = gzipKb(entry, folder);
  // Each page with all parts there are: none can load more.
  const wholeKb = entryKb + gzipKb(pages, folder);
  return [
    figure('pages for patients: entry, gzip', 'KB', [entryKb], mostOf.entryKb),
    figure('pages for patients: entry with every page, gzip', 'KB', [wholeKb], mostOf.pageKb),
    figure('pages for patients: style sheets, gzip', 'KB', [gzipKb(styles, folder)], mostOf.stylesKb),
  ];
}
