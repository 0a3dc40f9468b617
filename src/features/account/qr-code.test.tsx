import { render, screen } from '@testing-library/react';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { QrCode } from './qr-code.tsx';

test('draws every dark module and no other, within a quiet border, under a name', () => {
  const text = 'otpauth://totp/Mainstay%3Apt%40demo.test?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Mainstay';
  render(<QrCode text={text} label="QR code with the key" />);
  const picture = screen.getByRole('img', { name: 'QR code with the key' });
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const drawn = data.map((row) => row.map(() => false));
  for (const [, x, y, width] of (picture.querySelector('path')?.getAttribute('d') ?? '').matchAll(
    /M(\d+) (\d+)h(\d+)/g,
  ))
    for (let at = 0; at < Number(width); at += 1) {
      const row = drawn[Number(y) - 4];
      if (row) row[Number(x) - 4 + at] = true;
    }
  expect(drawn).toEqual(data);
  expect(picture.getAttribute('viewBox')).toBe(`0 0 ${size + 8} ${size + 8}`);
});
