import type { Figure } from '../pose.ts';
import { hooklying, prone, quadruped, sitting, sittingFront, standing, standingFront, supine } from './postures.ts';

const mat = ['mat', -66, 62] as const;
const kneesUp = { to: [26, 4], bend: -1, foot: 90 } as const;

/** Trunk and lower back. */
export const backFigures = {
  'pelvic-tilt': {
    view: 'side',
    start: { ...hooklying, trunk: [278, 262] },
    end: { trunk: 270 },
    props: [mat],
    arrows: [
      [
        [-16, 28],
        [-16, 17],
      ],
    ],
  },
  bridge: {
    view: 'side',
    start: hooklying,
    end: { hip: [1, 25], trunk: 239, head: 268, arm: [94, 91] },
    props: [mat],
    arrows: [
      [
        [0, 34],
        [0, 48],
      ],
    ],
  },
  'bridge-one-leg': {
    view: 'side',
    start: { ...hooklying, leg: [48, 60, 340], leg2: kneesUp },
    end: { hip: [1, 25], trunk: 239, head: 268, arm: [94, 91], leg: [62, 62, 340] },
    props: [mat],
    arrows: [
      [
        [-2, 34],
        [-2, 48],
      ],
    ],
  },
  'knee-to-chest': {
    view: 'side',
    start: { ...hooklying, leg2: kneesUp },
    end: { leg: [330, 120, 60], arm: { to: [-10, 30], bend: -1 } },
    props: [mat],
    arrows: ['knee'],
  },
  'knees-to-chest': {
    view: 'side',
    start: hooklying,
    end: { leg: [325, 110, 50], arm: { to: [-12, 29], bend: -1 } },
    props: [mat],
    arrows: ['knee'],
  },
  'knee-rock': {
    view: 'front',
    start: {
      hip: [0, 0],
      trunk: 0,
      arm: [115, 80],
      leg: { dirs: [175, 180, 120], short: [0.5, 0.7] },
    },
    end: {
      leg: { dirs: [110, 190, 120], short: [0.8, 0.7] },
      leg2: { dirs: [112, 190, 120], short: [0.9, 0.7] },
    },
    isFromAbove: true,
    arrows: [[[-8, -36], [16, -38], -3]],
  },
  'press-up-elbows': {
    view: 'side',
    start: { ...prone, arm: { dirs: [110, 90], short: [0.6, 0.9] } },
    end: { trunk: [80, 58], head: 40, arm: [180, 90] },
    props: [mat],
    arrows: ['head'],
  },
  'press-up': {
    view: 'side',
    start: { ...prone, arm: { to: [32, 2], bend: -1 } },
    end: { trunk: [68, 36], head: 12, arm: { to: [30, 2], bend: 1 } },
    props: [mat],
    arrows: ['head'],
  },
  'lying-on-belly': {
    view: 'side',
    start: { ...prone, arm: { dirs: [110, 90], short: [0.6, 0.9] } },
    props: [mat],
  },
  'standing-back-bend': {
    view: 'side',
    start: { ...standing, arm: { to: [-7, 57], bend: 1 } },
    end: { hip: [5, 55], trunk: [356, 328], head: 322, arm: { to: [-5, 58], bend: 1 }, leg: [186, 185, 90] },
    arrows: ['head'],
  },
  'cat-camel': {
    view: 'side',
    start: { ...quadruped, trunk: [102, 56], head: 60 },
    end: { trunk: [52, 106], head: 145 },
    props: [mat],
    arrows: [
      [
        [16, 46],
        [16, 62],
      ],
    ],
  },
  'bird-dog': {
    view: 'side',
    start: quadruped,
    end: { arm2: [85, 85], leg: [275, 272, 250], leg2: [180, 270, 262], arm: [180, 180] },
    props: [mat],
    arrows: ['ankle', 'hand2'],
  },
  'child-pose': {
    view: 'side',
    start: quadruped,
    end: {
      hip: [-22, 16],
      trunk: [66, 112],
      head: 110,
      arm: { to: [40, 3], bend: 1 },
      leg: { to: [-25, 4], bend: -1, foot: 265 },
    },
    props: [mat],
    arrows: [[[2, 48], [-22, 40], 4]],
  },
  'dead-bug': {
    view: 'side',
    start: { ...supine, arm: [0, 0], leg: [0, 90, 0] },
    end: { arm2: [295, 290], leg: [72, 82, 350], leg2: [0, 90, 0], arm: [0, 0] },
    props: [mat],
    arrows: ['ankle', 'hand2'],
  },
  'curl-up': {
    view: 'side',
    start: hooklying,
    end: { trunk: [272, 300], head: 312, arm: { to: [22, 26], bend: 1 } },
    props: [mat],
    arrows: ['head'],
  },
  'lying-march': {
    view: 'side',
    start: { ...hooklying, leg2: kneesUp },
    end: { leg: [5, 110, 30] },
    props: [mat],
    arrows: ['knee'],
  },
  plank: {
    view: 'side',
    start: { hip: [0, 22], trunk: 84, head: 80, arm: [180, 90], leg: [258, 258, 200] },
    props: [mat],
  },
  'plank-knees': {
    view: 'side',
    start: { hip: [0, 17], trunk: 76, head: 80, arm: [180, 90], leg: [240, 290, 270] },
    props: [mat],
  },
  'side-plank': {
    view: 'front',
    start: {
      hip: [0, 10],
      trunk: 290,
      head: 300,
      arm: [110, 120],
      arm2: [185, 270],
      leg: [93, 92, 110],
      leg2: [91, 91, 60],
    },
    end: { hip: [0, 21], trunk: 287, head: 292, leg: [103, 103, 110], leg2: [101, 102, 60] },
    props: [mat],
    arrows: [
      [
        [4, 40],
        [4, 54],
      ],
    ],
  },
  'sitting-turn': {
    view: 'front',
    start: { ...sittingFront, turn: 0 },
    end: { turn: 1, arm: { to: [17, 34], bend: 1 }, arm2: { to: [9, 34], bend: -1 } },
    props: [['stool', 0]],
    arrows: [[[-16, 96], [18, 96], 7]],
  },
  'sitting-fold': {
    view: 'side',
    start: sitting,
    end: { trunk: [60, 112], head: 140, arm: { to: [36, 6], bend: 1 } },
    props: [['stool', 2]],
    arrows: [[[16, 78], [44, 52], 7]],
  },
  'open-book': {
    view: 'front',
    start: {
      hip: [0, 0],
      trunk: 0,
      turn: 0.9,
      head: 0,
      arm: [92, 90],
      arm2: { dirs: [92, 90], short: [1, 1] },
      leg: [95, 175, 90],
      leg2: [100, 178, 90],
    },
    end: { arm2: [268, 270], turn: -0.9, arm: [92, 90] },
    isFromAbove: true,
    arrows: [[[26, 42], [-26, 42], -12]],
  },
  'hip-hinge': {
    view: 'side',
    start: standing,
    end: { hip: [-14, 51], trunk: 58, head: 60, arm: [160, 165], leg: { to: [0, 4], bend: -1, foot: 90 } },
    arrows: [[[-14, 72], [-30, 62], 2], 'head'],
  },
  'prone-leg-lift': {
    view: 'side',
    start: { ...prone, arm: { dirs: [110, 90], short: [0.6, 0.9] } },
    end: { leg: [288, 288, 262], leg2: [271, 271, 250] },
    props: [mat],
    arrows: ['ankle'],
  },
  'prone-arm-leg': {
    view: 'side',
    start: { ...prone, arm: [88, 92] },
    end: { arm2: [68, 66], leg: [288, 288, 262], arm: [88, 92], leg2: [271, 271, 250] },
    props: [mat],
    arrows: ['ankle', 'hand2'],
  },
  'side-bend': {
    view: 'front',
    start: standingFront,
    end: { trunk: [4, 28], head: 32, arm: [175, 180], arm2: [30, 70] },
    arrows: ['head'],
  },
  'lift-box': {
    view: 'side',
    start: {
      hip: [-16, 28],
      trunk: 42,
      head: 40,
      arm: { to: [20, 14], bend: -1 },
      leg: { to: [0, 4], bend: -1, foot: 90 },
    },
    end: { hip: [0, 55], trunk: 2, head: 2, arm: { to: [14, 62], bend: 1 }, leg: [180, 180, 90] },
    props: [['box', 'hand']],
    arrows: ['hand'],
  },
} as const satisfies Record<string, Figure>;
