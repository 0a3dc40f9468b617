import type { Figure } from '../pose.ts';
import { hooklying, sidelying, sitting, sittingFront, standing, standingFront, supine } from './postures.ts';

const mat = ['mat', -66, 62] as const;
const kneeUp = { to: [26, 4], bend: -1, foot: 90 } as const;
const counter = ['counter', 20, 40, 50] as const;
const armsOnCounter = { to: [24, 56], bend: -1 } as const;

/** Hip. */
export const hipFigures = {
  'leg-raise': {
    view: 'side',
    start: { ...supine, leg2: kneeUp },
    end: { leg: [52, 52, 330] },
    props: [mat],
    arrows: ['ankle'],
  },
  'sidelying-leg-raise': {
    view: 'front',
    start: sidelying,
    end: { leg: [62, 62, 85] },
    props: [mat, ['roll', [-52, 4], 6]],
    arrows: ['ankle'],
  },
  clamshell: {
    view: 'front',
    start: {
      ...sidelying,
      leg: { dirs: [98, 100, 120], short: [0.7, 0.3] },
      leg2: { dirs: [91, 96, 60], short: [0.75, 0.35] },
    },
    end: { leg: { dirs: [50, 150, 120], short: [0.85, 0.75] } },
    props: [mat, ['roll', [-52, 4], 6]],
    arrows: ['knee'],
  },
  'standing-leg-side': {
    view: 'front',
    start: standingFront,
    end: { leg: [152, 152, 80], leg2: [183, 180, 250] },
    arrows: ['ankle'],
  },
  'standing-leg-back': {
    view: 'side',
    start: { ...standing, arm: armsOnCounter },
    end: { leg: [206, 206, 110], leg2: [180, 180, 90] },
    props: [counter],
    arrows: ['ankle'],
  },
  'standing-march': {
    view: 'side',
    start: { ...standing, arm: armsOnCounter },
    end: { leg: [88, 180, 90], leg2: [180, 180, 90] },
    props: [counter],
    arrows: [
      [
        [36, 30],
        [36, 46],
      ],
    ],
  },
  'hip-flexor-kneel': {
    view: 'side',
    start: { hip: [0, 30], trunk: 0, arm: { to: [24, 34], bend: -1 }, leg: [85, 180, 90], leg2: [180, 270, 262] },
    end: {
      hip: [10, 28],
      trunk: 356,
      leg: { to: [26, 4], bend: -1, foot: 90 },
      leg2: { to: [-25, 4], bend: -1, foot: 262 },
    },
    props: [mat],
    arrows: [
      [
        [-16, 42],
        [0, 42],
      ],
    ],
  },
  'hip-flexor-table': {
    view: 'side',
    start: { hip: [0, 38], trunk: 270, arm: { to: [-8, 64], bend: -1 }, leg: [335, 120, 60], leg2: [100, 165, 80] },
    props: [['mat', -60, 10, 32]],
    arrows: [
      [
        [34, 46],
        [38, 32],
      ],
    ],
  },
  'figure-four-lying': {
    view: 'side',
    start: { ...hooklying, leg: { dirs: [30, 95, 20], short: [0.9, 0.5] }, leg2: kneeUp },
    end: { leg: { dirs: [340, 70, 0], short: [0.9, 0.55] }, leg2: [345, 110, 60], arm: { to: [-2, 26], bend: -1 } },
    props: [mat],
    arrows: ['knee2'],
  },
  'figure-four-sitting': {
    view: 'front',
    start: {
      ...sittingFront,
      leg: { dirs: [80, 272, 300], short: [0.85, 0.9] },
      arm: { to: [24, 40], bend: -1 },
      arm2: [192, 170],
      leg2: { dirs: [210, 180, 240], short: [0.3, 0.8] },
    },
    props: [['stool', 0]],
    arrows: [
      [
        [42, 46],
        [42, 33],
      ],
    ],
  },
  'knees-apart': {
    view: 'front',
    start: { hip: 8, trunk: 0, arm: { to: [10, 6], bend: 1 }, leg: { dirs: [70, 262, 270], short: [0.6, 0.75] } },
    end: { leg: { dirs: [88, 266, 270], short: [0.9, 0.95] } },
    props: [['mat', -40, 40]],
    arrows: [
      [[24, 26], [30, 12], 3],
      [[-24, 26], [-30, 12], -3],
    ],
  },
  'ball-squeeze': {
    view: 'front',
    start: { ...sittingFront, leg: { dirs: [110, 184, 120], short: [0.35, 0.8] } },
    props: [
      ['stool', 0],
      ['ball', [0, 25], 11],
    ],
    arrows: [
      [
        [36, 25],
        [24, 25],
      ],
      [
        [-36, 25],
        [-24, 25],
      ],
    ],
  },
  'sit-to-stand': {
    view: 'side',
    start: { ...sitting, trunk: 22, head: 20, arm: [120, 90], leg: [90, 190, 90] },
    end: { hip: [20, 55], trunk: 0, head: 0, arm: [178, 172], leg: [180, 180, 90] },
    props: [['chair', 2]],
    arrows: [
      [
        [38, 60],
        [38, 84],
      ],
    ],
  },
  'side-step-band': {
    view: 'front',
    start: { ...standingFront, hip: 50, leg: [165, 190, 110], arm: [160, 200] },
    end: { leg: [140, 172, 110], leg2: [200, 172, 250] },
    props: [['band', 'knee', 'knee2']],
    arrows: [
      [
        [24, 34],
        [42, 34],
      ],
    ],
  },
} as const satisfies Record<string, Figure>;
