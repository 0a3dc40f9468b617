import type { Figure } from '../pose.ts';
import { sitting, sittingFront, standing } from './postures.ts';

const counter = ['counter', 20, 40, 50] as const;
const armsOnCounter = { to: [24, 56], bend: -1 } as const;
const longSit = { hip: 8, trunk: 350, head: 0, arm: { to: [-16, 4], bend: -1 }, leg: [91, 91, 0] } as const;
const mat = ['mat', -30, 66] as const;

/** Ankle and foot. */
export const ankleFigures = {
  'ankle-pump': {
    view: 'side',
    start: { ...longSit, leg: [91, 91, 75] },
    end: { leg: [91, 91, 345], leg2: [91, 91, 75] },
    props: [mat],
    arrows: ['toe'],
  },
  'ankle-circle': {
    view: 'side',
    start: { ...sitting, leg: [84, 110, 30], leg2: [90, 180, 90] },
    props: [['chair', 2]],
    arrows: [
      [[58, 34], [64, 20], 6],
      [[62, 14], [54, 30], 6],
    ],
  },
  'band-foot-up': {
    view: 'side',
    start: { ...longSit, leg: [91, 91, 60] },
    end: { leg: [91, 91, 345], leg2: [91, 91, 10] },
    props: [mat, ['strap', [86, 0], [86, 26]], ['band', 'toe', [86, 14]]],
    arrows: ['toe'],
  },
  'band-foot-down': {
    view: 'side',
    start: { ...longSit, leg: [91, 91, 350], arm: { to: [22, 28], bend: -1 } },
    end: { leg: [91, 91, 70], leg2: [91, 91, 10] },
    props: [mat, ['band', 'hand', 'toe']],
    arrows: ['toe'],
  },
  'band-foot-out': {
    view: 'front',
    start: { ...sittingFront, leg: { dirs: [150, 180, 200], short: [0.3, 0.8] } },
    end: { leg: { dirs: [150, 180, 90], short: [0.3, 0.8] }, leg2: { dirs: [210, 180, 220], short: [0.3, 0.8] } },
    props: [
      ['stool', 0],
      ['band', 'toe', 'ankle2'],
    ],
    arrows: [[[22, 2], [22, 16], -3]],
  },
  'band-foot-in': {
    view: 'front',
    start: {
      ...sittingFront,
      leg: { dirs: [150, 180, 95], short: [0.3, 0.8] },
      leg2: { dirs: [210, 180, 240], short: [0.3, 0.8] },
    },
    end: { leg: { dirs: [150, 180, 215], short: [0.3, 0.8] } },
    props: [
      ['stool', 0],
      ['strap', [40, 0], [40, 26]],
      ['band', 'toe', [40, 6]],
    ],
    arrows: [
      [
        [26, -6],
        [6, -6],
      ],
    ],
  },
  'heel-raise': {
    view: 'side',
    start: { ...standing, arm: armsOnCounter },
    end: { hip: 63, leg: [180, 180, 138], arm: { to: [24, 58], bend: -1 } },
    props: [counter],
    arrows: [
      [
        [-16, 6],
        [-16, 22],
      ],
    ],
  },
  'heel-raise-one-leg': {
    view: 'side',
    start: { ...standing, arm: armsOnCounter, leg2: [178, 240, 150] },
    end: { hip: 63, leg: [180, 180, 138], arm: { to: [24, 58], bend: -1 } },
    props: [counter],
    arrows: [
      [
        [-20, 6],
        [-20, 22],
      ],
    ],
  },
  'toe-raise': {
    view: 'side',
    start: { ...standing, arm: armsOnCounter },
    end: { hip: [-2, 55], leg: [180, 180, 55] },
    props: [counter],
    arrows: [[[16, 2], [14, 16], 3]],
  },
  'calf-wall-straight': {
    view: 'side',
    start: {
      hip: [-8, 52],
      trunk: 14,
      head: 8,
      arm: { to: [27, 84], bend: 1 },
      leg: [212, 212, 90],
      leg2: { to: [4, 4], bend: -1, foot: 90 },
    },
    props: [['wall', 32]],
    arrows: [
      [
        [-48, 22],
        [-44, 6],
      ],
    ],
  },
  'calf-wall-bent': {
    view: 'side',
    start: {
      hip: [-10, 46],
      trunk: 10,
      head: 6,
      arm: { to: [27, 78], bend: 1 },
      leg: { to: [-24, 4], bend: -1, foot: 90 },
      leg2: { to: [4, 4], bend: -1, foot: 90 },
    },
    props: [['wall', 32]],
    arrows: [
      [
        [-38, 42],
        [-32, 26],
      ],
    ],
  },
  'sole-stretch': {
    view: 'front',
    start: {
      ...sittingFront,
      leg: { dirs: [100, 262, 330], short: [0.75, 1] },
      arm: [165, 185],
      arm2: { to: [-10, 30], bend: -1 },
      leg2: { dirs: [210, 180, 240], short: [0.3, 0.8] },
    },
    props: [['stool', 0]],
    arrows: [[[-20, 16], [-18, 30], 3]],
  },
  'towel-scrunch': {
    view: 'side',
    start: sitting,
    end: { leg: [89, 178, 70], leg2: [90, 180, 90] },
    props: [
      ['chair', 2],
      ['strap', [30, 1], [56, 1]],
    ],
    arrows: [
      [
        [58, 8],
        [44, 8],
      ],
    ],
  },
  'ball-under-foot': {
    view: 'side',
    start: { ...sitting, leg: { to: [34, 12], bend: -1, foot: 90 }, leg2: [90, 186, 90] },
    props: [
      ['chair', 2],
      ['ball', [39, 4], 4],
    ],
    arrows: [
      [
        [52, 4],
        [64, 4],
      ],
      [
        [64, 12],
        [52, 12],
      ],
    ],
  },
} as const satisfies Record<string, Figure>;
