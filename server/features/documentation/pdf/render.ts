import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type pdfmake from 'pdfmake';
import type { Definition } from 'pdfmake';

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');
const font = { normal: join(fonts, 'Roboto-Regular.ttf'), bold: join(fonts, 'Roboto-Medium.ttf') };

let loaded: Promise<typeof pdfmake> | undefined;

/** It reads its own fonts and nothing else, neither of this machine nor of the network. */
async function load(): Promise<typeof pdfmake> {
  const { default: made } = await import('pdfmake');
  made.setFonts({ Roboto: font });
  made.setUrlAccessPolicy(() => false);
  made.setLocalAccessPolicy((path) => Object.values(font).includes(path));
  return made;
}

/** The bytes of a PDF; what makes it comes with the first one that is asked for. */
export async function pdfOf(definition: Definition): Promise<Buffer<ArrayBuffer>> {
  loaded ??= load();
  return (await loaded).createPdf(definition).getBuffer();
}
