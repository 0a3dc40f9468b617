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

test('a workbook is no text', () => {
  expect(decodeText(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 8]))).toBeNull();
});
