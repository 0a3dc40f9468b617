import type { Figure } from './pose.ts';
import { ankleFigures } from './poses/ankle.ts';
import { armFigures } from './poses/arm.ts';
import { backFigures } from './poses/back.ts';
import { balanceFigures } from './poses/balance.ts';
import { handFaceFigures } from './poses/hand-face.ts';
import { hipFigures } from './poses/hip.ts';
import { kneeFigures } from './poses/knee.ts';
import { neckFigures } from './poses/neck.ts';
import { shoulderFigures } from './poses/shoulder.ts';

const drawn = {
  ...neckFigures,
  ...backFigures,
  ...shoulderFigures,
  ...armFigures,
  ...hipFigures,
  ...kneeFigures,
  ...ankleFigures,
  ...balanceFigures,
  ...handFaceFigures,
} as const;

export type FigureKey = keyof typeof drawn;

/** Every drawing by its key. */
export const figures: Readonly<Record<FigureKey, Figure>> = drawn;
