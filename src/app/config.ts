/** Bases a 503 may send the browser to, besides our own: written into the build by whoever runs several. */
export const allowedBases: readonly string[] = String(import.meta.env.VITE_ALLOWED_BASES ?? '')
  .split(/[\s,]+/)
  .filter(Boolean);
