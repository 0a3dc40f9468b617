import { expect, test } from 'vitest';
import { decodeText } from './decode.ts';

const utf16 = (text: string, bigEnd: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  [...text].forEach((letter, at) => view.setUint16(at * 2, letter.charCodeAt(0), !bigEnd));
  return new Uint8Array(view.buffer);
};

test.each([
  ['UTF-8', new TextEncoder().encode('José,Núñez')],
  ['UTF-8 with its mark', new TextEncoder().encode('\uFEFFJosé,Núñez')],
  ['Windows-1252', Uint8Array.from('José,Núñez', (letter) => letter.charCodeAt(0))],
  ['UTF-16, small end first', utf16('\uFEFFJosé,Núñez', false)],
  ['UTF-16, big end first', utf16('\uFEFFJosé,Núñez', true)],
])('%s is read', (_, bytes) => {
  expect(decodeText(bytes)).toBe('José,Núñez');
});

test('the curly apostrophe of Windows-1252 is one', () => {
  expect(decodeText(Uint8Array.from([0x4f, 0x92, 0x42]))).toBe('O’B');
});

const utf8 = (text: string) => [...new TextEncoder().encode(text)];

test.each([
  [
    'one bad byte',
    [...utf8('José,Núñez\nAnn,Br'), 0xff, ...utf8('ok\nRenée,Brook')],
    'José,Núñez\nAnn,Br\uFFFDok\nRenée,Brook',
  ],
  [
    'one row of Windows-1252',
    [...utf8('José,Núñez\nRen'), 0xe9, ...utf8(',Brook\nZoë,Hart')],
    'José,Núñez\nRen\uFFFD,Brook\nZoë,Hart',
  ],
  ['a letter that ends in the middle', [...utf8('Núñez,N'), 0xc3], 'Núñez,N\uFFFD'],
  ['its mark and bad bytes', [0xef, 0xbb, 0xbf, ...utf8('Ann,Br'), 0xe9], 'Ann,Br\uFFFD'],
])('UTF-8 with %s stays UTF-8, and what is bad can be told', (_, bytes, text) => {
  expect(decodeText(Uint8Array.from(bytes))).toBe(text);
});

test.each([
  ['letters with accents side by side', 'Ann,Müß Éèñ Ööé,Núñez José'],
  ['the one pair that is UTF-8 too', 'São,Ã© x,é,ñ'],
])('Windows-1252 with %s stays Windows-1252', (_, text) => {
  expect(decodeText(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))).toBe(text);
});

test('a workbook is no text', () => {
  expect(decodeText(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 8]))).toBeNull();
});
