import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type pdfmake from 'pdfmake';
import type { Definition } from 'pdfmake';
import { sharedFonts } from './shared-fonts.ts';

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');

let loaded: Promise<typeof pdfmake> | undefined;

/** It reads what it was given here and nothing else, neither of this machine nor of the network. */
async function load(): Promise<typeof pdfmake> {
  const { default: made } = await import('pdfmake');
  const font = { normal: 'Roboto-Regular.ttf', bold: 'Roboto-Medium.ttf' };
  const files = Object.values(font);
  const shared = sharedFonts(files.map((file) => join(fonts, file)));
  for (const [at, content] of shared.entries()) made.virtualfs.writeFileSync(files[at] ?? '', content);
  made.setFonts({ Roboto: font });
  made.setUrlAccessPolicy(() => false);
  made.setLocalAccessPolicy(() => false);
  return made;
}

/** The bytes of a PDF; what makes it comes with the first one that is asked for. */
export async function pdfOf(definition: Definition): Promise<Buffer<ArrayBuffer>> {
  loaded ??= load();
  return (await loaded).createPdf(definition).getBuffer();
}
