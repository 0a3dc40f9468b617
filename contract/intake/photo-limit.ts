/** Of one intake, those that were taken again too: a card has two sides. */
export const mostPhotos = 20;
/** Bytes of all of them together. */
export const mostPhotoBytes = 6_000_000;

/** Whether one more photo of so many bytes fits what an intake has already. */
export function hasRoomFor(bytes: number, had: { photos: number; photoBytes: number }): boolean {
  return had.photos < mostPhotos && had.photoBytes + bytes <= mostPhotoBytes;
}
