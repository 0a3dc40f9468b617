import type { Figure } from '../pose.ts';
import { prone, sidelying, sitting, standing, supine } from './postures.ts';

const mat = ['mat', -66, 62] as const;
const kneeUp = { to: [26, 4], bend: -1, foot: 90 } as const;
const counter = ['counter', 20, 40, 50] as const;
const armsOnCounter = { to: [24, 56], bend: -1 } as const;
const armsUnderHead = { dirs: [110, 90], short: [0.6, 0.9] } as const;

/** Knee and inner thigh. */
export const kneeFigures = {
  'quad-set': {
    view: 'side',
    start: { ...supine, hip: 8, trunk: 308, head: 318, arm: { to: [-20, 3], bend: 1 }, leg: [84, 98, 5], leg2: kneeUp },
    end: { leg: [91, 91, 0] },
    props: [mat, ['roll', [26, 2], 4]],
    arrows: [
      [
        [26, 30],
        [26, 18],
      ],
    ],
  },
  'heel-slide': {
    view: 'side',
    start: { ...supine, leg2: [91, 91, 10] },
    end: { leg: { to: [22, 4], bend: -1, foot: 90 } },
    props: [mat],
    arrows: [
      [
        [50, 24],
        [30, 24],
      ],
    ],
  },
  'short-arc': {
    view: 'side',
    start: { ...supine, leg: [66, 128, 30], leg2: [91, 91, 10] },
    end: { leg: [66, 70, 340] },
    props: [mat, ['roll', [22, 7], 8]],
    arrows: [[[54, 10], [56, 30], 3]],
  },
  'long-arc': {
    view: 'side',
    start: sitting,
    end: { leg: [88, 88, 0], leg2: [90, 180, 90] },
    props: [['chair', 2]],
    arrows: ['ankle'],
  },
  'standing-curl': {
    view: 'side',
    start: { ...standing, arm: armsOnCounter },
    end: { leg: [180, 275, 190], leg2: [180, 180, 90] },
    props: [counter],
    arrows: [[[-10, 8], [-32, 24], 6]],
  },
  'prone-curl': {
    view: 'side',
    start: { ...prone, arm: armsUnderHead },
    end: { leg: [271, 10, 280], leg2: [271, 271, 250] },
    props: [mat],
    arrows: [[[-58, 14], [-34, 42], 6]],
  },
  'hamstring-strap': {
    view: 'side',
    start: { ...supine, leg: [40, 40, 320], leg2: [91, 91, 10], arm: { to: [4, 30], bend: 1 } },
    end: { leg: [8, 8, 300], arm: { to: [-14, 34], bend: 1 } },
    props: [mat, ['strap', 'hand', 'toe']],
    arrows: ['ankle'],
  },
  'hamstring-sitting': {
    view: 'side',
    start: { ...sitting, leg: [97, 118, 30], leg2: [90, 180, 90] },
    end: { trunk: 28, head: 24, arm: { to: [42, 30], bend: 1 } },
    props: [['chair', 2]],
    arrows: ['head'],
  },
  'quad-standing': {
    view: 'side',
    start: {
      ...standing,
      leg: [184, 330, 250],
      leg2: [180, 180, 90],
      arm: { to: [-14, 50], bend: 1 },
      arm2: armsOnCounter,
    },
    props: [counter],
    arrows: [
      [
        [-24, 36],
        [-22, 54],
      ],
    ],
  },
  'quad-prone-strap': {
    view: 'side',
    start: { ...prone, leg: [271, 350, 270], leg2: [271, 271, 250], arm: { to: [14, 26], bend: 1 } },
    end: { leg: [271, 40, 300], arm: { to: [20, 30], bend: 1 } },
    props: [mat, ['strap', 'hand', 'ankle']],
    arrows: ['ankle'],
  },
  'mini-squat': {
    view: 'side',
    start: { ...standing, arm: { to: [26, 56], bend: -1 } },
    end: { hip: [-10, 45], trunk: 22, head: 14, leg: { to: [0, 4], bend: -1, foot: 90 } },
    props: [['counter', 22, 42, 50]],
    arrows: [
      [
        [-24, 66],
        [-28, 52],
      ],
    ],
  },
  squat: {
    view: 'side',
    start: { ...standing, arm: [95, 92] },
    end: { hip: [-20, 32], trunk: 32, head: 24, leg: { to: [0, 4], bend: -1, foot: 90 }, arm: [92, 90] },
    arrows: [
      [
        [-28, 62],
        [-34, 44],
      ],
    ],
  },
  'wall-sit': {
    view: 'side',
    start: { ...standing, leg: [168, 186, 90], leg2: [168, 186, 90] },
    end: { hip: 34, arm: [172, 160], leg: [100, 180, 90], leg2: [100, 180, 90] },
    props: [['wall', -10]],
    arrows: [
      [
        [-22, 60],
        [-22, 40],
      ],
    ],
  },
  'step-up': {
    view: 'side',
    start: { ...standing, leg: [112, 186, 90], leg2: [180, 180, 90] },
    end: { hip: [20, 71], leg: [180, 180, 90], leg2: [183, 184, 90] },
    props: [['step', 10, 46, 16]],
    arrows: [
      [
        [34, 88],
        [34, 104],
      ],
    ],
  },
  'step-down': {
    view: 'side',
    start: { ...standing, hip: [0, 71], leg: [160, 180, 70], leg2: [180, 180, 90], arm: [168, 160] },
    end: { hip: [-4, 63], trunk: 12, leg: [152, 172, 80], leg2: { to: [0, 20], bend: -1, foot: 90 } },
    props: [['step', -22, 12, 16]],
    arrows: [
      [
        [32, 34],
        [32, 14],
      ],
    ],
  },
  lunge: {
    view: 'side',
    start: { ...standing, leg: [160, 178, 90], leg2: [195, 195, 120] },
    end: { hip: 33, leg: [95, 180, 90], leg2: { to: [-40, 9], bend: -1, foot: 140 }, arm: [178, 172] },
    arrows: [
      [
        [-22, 66],
        [-22, 46],
      ],
    ],
  },
  'band-knee-straight': {
    view: 'side',
    start: { ...standing, leg: { to: [4, 4], bend: -1, foot: 90 }, hip: [0, 52], leg2: [190, 186, 90] },
    end: { hip: [0, 55], leg: [176, 180, 90] },
    props: [
      ['wall', 56],
      ['band', 'knee', [54, 30]],
    ],
    arrows: [
      [
        [10, 42],
        [-8, 42],
      ],
    ],
  },
  bike: {
    view: 'side',
    start: {
      hip: [0, 54],
      trunk: 26,
      head: 16,
      arm: { to: [40, 72], bend: 1 },
      leg: { to: [18, 10], bend: -1, foot: 90 },
      leg2: { to: [22, 30], bend: -1, foot: 90 },
    },
    props: [
      ['ball', [20, 20], 17],
      ['stick', [0, 42], [12, 24]],
      ['strap', [20, 20], [44, 62]],
      ['strap', [44, 62], [40, 72]],
      ['strap', [-12, 2], [40, 2]],
    ],
    arrows: [[[2, 34], [34, 36], 8]],
  },
  'sidelying-leg-inner': {
    view: 'front',
    start: { ...sidelying, leg: { dirs: [70, 185, 120], short: [0.6, 0.75] }, leg2: [92, 92, 60] },
    end: { leg2: [80, 80, 50] },
    props: [mat, ['roll', [-52, 4], 6]],
    arrows: [
      [
        [58, 4],
        [58, 16],
      ],
    ],
  },
} as const satisfies Record<string, Figure>;
