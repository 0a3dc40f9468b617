import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cardPhoto } from './card-photo.ts';

/** What this phone makes of a picture: null where it can't decode it. */
let picture: { width: number; height: number } | null = null;
/** How large the JPEG is by quality; null: it makes none. */
let sizeAt: (quality: number) => number | null = () => 1_000;
let drawn: number[][] = [];
let canDraw: 'yes' | 'no context' | 'throws' = 'yes';

beforeEach(() => {
  [picture, sizeAt, drawn, canDraw] = [null, () => 1_000, [], 'yes'];
  vi.stubGlobal('createImageBitmap', async () => {
    if (!picture) throw new DOMException('The source image could not be decoded.', 'InvalidStateError');
    return { ...picture, close: () => undefined };
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => {
    if (canDraw === 'no context') return null;
    return {
      drawImage: (_: unknown, ...at: number[]) => {
        if (canDraw === 'throws') throw new RangeError('Out of memory');
        drawn.push(at);
      },
    } as never;
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type, quality) => {
    const size = sizeAt(Number(quality));
    done(size === null ? null : new Blob([new Uint8Array(size)], { type: String(type) }));
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:one');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const heic = new Blob([new Uint8Array(64)], { type: 'image/heic' });
const bytesOf = (jpeg: string | undefined) => (jpeg === undefined ? null : atob(jpeg).length);

test.each([
  ['48 megapixels', 8_064, 6_048, [0, 0, 1_600, 1_200]],
  ['48 megapixels on its side', 6_048, 8_064, [0, 0, 1_200, 1_600]],
  ['a small one', 800, 500, [0, 0, 800, 500]],
  ['a strip', 8_064, 2, [0, 0, 1_600, 1]],
])('a photo of %s that the phone reads is drawn at 1,600 px at most', async (_, width, height, at) => {
  picture = { width, height };
  expect(await cardPhoto(heic)).toMatchObject({ url: 'blob:one' });
  expect(drawn).toEqual([at]);
});

test('what is too large is made smaller by its quality, and sent as it then is', async () => {
  picture = { width: 8_064, height: 6_048 };
  sizeAt = (quality) => (quality > 0.6 ? 700_000 : 480_000);
  expect(bytesOf((await cardPhoto(heic))?.jpeg)).toBe(480_000);
});

test.each<[string, () => void]>([
  ['this phone can’t decode (HEIC elsewhere than on Apple’s)', () => (picture = null)],
  ['has no size', () => (picture = { width: 0, height: 0 })],
  ['is too large to be drawn', () => (canDraw = 'throws')],
  ['finds no canvas', () => (canDraw = 'no context')],
  ['becomes no JPEG', () => (sizeAt = () => null)],
  ['stays above 500 KB', () => (sizeAt = () => 500_001)],
])('a photo that %s is none, so that it is asked for again', async (_, make) => {
  picture = { width: 8_064, height: 6_048 };
  make();
  expect(await cardPhoto(heic)).toBeNull();
});
