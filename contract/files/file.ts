import { z } from 'zod';

/** What a file of a chart is, in the order of the filter. */
export const fileCategories = {
  script: 'Script',
  planOfCare: 'Plan of care',
  idCard: 'Insurance card',
  intake: 'Intake form',
  consent: 'Consent',
  summary: 'Summary',
  correspondence: 'Letter',
  ccda: 'CDA',
  fax: 'Fax',
  other: 'Other',
} as const;
export const FileCategory = z.enum(Object.keys(fileCategories) as [FileCategoryName, ...FileCategoryName[]]);
type FileCategoryName = keyof typeof fileCategories;
export type FileCategory = FileCategoryName;

export const MediaType = z.enum(['application/pdf', 'image/jpeg', 'image/png', 'image/webp']);
export type MediaType = z.output<typeof MediaType>;

/** Pages for patients; staff may send more. */
export const mostPublicBytes = 512_000;

/** What a file is by its first bytes, whatever its name says; undefined for a type that is not stored. */
export function mediaTypeOf(bytes: Uint8Array): MediaType | undefined {
  const starts = (...values: number[]) => values.every((value, at) => bytes[at] === value);
  if (starts(0x25, 0x50, 0x44, 0x46, 0x2d)) return 'application/pdf';
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  const isRiff = starts(0x52, 0x49, 0x46, 0x46);
  return isRiff && [0x57, 0x45, 0x42, 0x50].every((value, at) => bytes[8 + at] === value) ? 'image/webp' : undefined;
}

/** Width and height of a JPEG, from its first frame; undefined where it has none or is cut short. */
export function jpegSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return {
        height: ((bytes[at + 5] ?? 0) << 8) | (bytes[at + 6] ?? 0),
        width: ((bytes[at + 7] ?? 0) << 8) | (bytes[at + 8] ?? 0),
      };
    if (length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}

/** Whether a JPEG says where or with what it was taken (EXIF). */
export function hasExif(bytes: Uint8Array): boolean {
  const exif = [0x45, 0x78, 0x69, 0x66, 0x00];
  return bytes.subarray(0, 65_536).some((_, at) => exif.every((value, offset) => bytes[at + offset] === value));
}
