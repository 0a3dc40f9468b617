import { useState } from 'react';

/** The first of many rows, and how many are left; `more` shows as many again. Years of visits are not drawn at once. */
export function useMore<Row>(
  rows: readonly Row[],
  step: number,
): { shown: readonly Row[]; left: number; more: () => void } {
  const [most, setMost] = useState(step);
  return { shown: rows.slice(0, most), left: Math.max(0, rows.length - most), more: () => setMost(most + step) };
}
