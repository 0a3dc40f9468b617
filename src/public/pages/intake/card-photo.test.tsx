import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { intakeWords } from '#contract/words/intake-page.ts';
import type { Asked } from './question.tsx';
import { PhotoQuestion } from './photo-question.tsx';

const words = intakeWords.en;
type Drawn = { width: number; height: number; type: string; quality: number };
/** What became a JPEG, and of how many bytes each of them is. */
let drawn: Drawn[];
let sizeAt: (quality: number) => number;
const close = vi.fn();

beforeEach(() => {
  drawn = [];
  sizeAt = () => 300_000;
  close.mockClear();
  URL.createObjectURL = () => 'blob:card';
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: () => undefined } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(
    this: HTMLCanvasElement,
    give,
    type = '',
    quality = 1,
  ) {
    drawn.push({ width: this.width, height: this.height, type, quality });
    give(new Blob([new Uint8Array(sizeAt(quality))]));
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A camera whose pictures are this large, or cannot be read by this phone. */
const camera = (size: { width: number; height: number } | 'unreadable') =>
  vi.stubGlobal('createImageBitmap', async () => {
    if (size === 'unreadable') throw new DOMException('The source image could not be decoded.', 'InvalidStateError');
    return { ...size, close };
  });
const heic = new File([new Uint8Array(64)], 'IMG_0001.HEIC', { type: 'image/heic' });

function take(value?: string): ReturnType<typeof vi.fn<(jpeg: string) => void>> {
  const onPhoto = vi.fn<(jpeg: string) => void>();
  const question = { kind: 'photo', key: 'front', label: 'Front of the card', of: 'cardFront' } as const;
  const asked = { question, value, wrong: null, put: () => undefined } as unknown as Asked;
  render(<PhotoQuestion asked={asked} onPhoto={onPhoto} />);
  fireEvent.change(screen.getByLabelText(/Front of the card$/), { target: { files: [heic] } });
  return onPhoto;
}

test('48 megapixels go to the clinic as 1,600 of them on the longest side, in a JPEG drawn anew', async () => {
  camera({ width: 6_048, height: 8_064 });
  const onPhoto = take();
  await waitFor(() => expect(onPhoto).toHaveBeenCalledTimes(1));
  expect(drawn).toEqual([{ width: 1_200, height: 1_600, type: 'image/jpeg', quality: 0.85 }]);
  expect(atob(onPhoto.mock.calls[0]?.[0] ?? '')).toHaveLength(300_000);
  // A picture of this size is not kept in memory until the page is left.
  expect(close).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a small picture keeps its size, and one of many bytes is drawn until it has 500 KB', async () => {
  camera({ width: 640, height: 400 });
  sizeAt = (quality) => (quality > 0.6 ? 900_000 : 500_000);
  const onPhoto = take();
  await waitFor(() => expect(onPhoto).toHaveBeenCalledTimes(1));
  expect(drawn.map(({ width, height, quality }) => [width, height, quality])).toEqual(
    [0.85, 0.7, 0.55].map((quality) => [640, 400, quality]),
  );
});

test.each([
  ['that this phone cannot read', 'unreadable' as const, 1],
  ['that stays too large', { width: 8_064, height: 6_048 }, 900_000],
])('a picture %s is asked for again, and the one before stays', async (_which, size, bytes) => {
  camera(size);
  sizeAt = () => bytes;
  const onPhoto = take('before');
  expect((await screen.findByRole('alert')).textContent).toBe(words.photoFailed);
  expect(onPhoto).not.toHaveBeenCalled();
  expect(screen.getByLabelText(`${words.retakePhoto}: Front of the card`)).toBeTruthy();
});
