/** Longest side of a card's photo in pixels, and its largest size. */
const longest = 1_600;
const mostBytes = 500_000;
const qualities = [0.85, 0.7, 0.55, 0.4];

/**
 * A photo as it goes to the clinic: drawn anew, so that it has no place, time or device in it, at most 1,600 px and 500 KB
 * of JPEG. Null where this phone cannot read it.
 */
export async function cardPhoto(file: Blob): Promise<{ jpeg: string; url: string } | null> {
  const canvas = await drawnSmall(file).catch(() => null);
  if (!canvas) return null;
  for (const quality of qualities) {
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', quality);
    });
    if (blob && blob.size <= mostBytes) return { jpeg: await base64Of(blob), url: URL.createObjectURL(blob) };
  }
  return null;
}

/** Null or a refusal where the phone can't decode it, or has no memory for so many pixels: never a black picture. */
async function drawnSmall(file: Blob): Promise<HTMLCanvasElement | null> {
  const bitmap = await createImageBitmap(file);
  try {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    if (!context || bitmap.width === 0 || bitmap.height === 0) return null;
    const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    bitmap.close();
  }
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
