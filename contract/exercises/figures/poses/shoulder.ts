import type { Figure } from '../pose.ts';
import { hooklying, sidelying, sitting, standing, standingFront } from './postures.ts';

const mat = ['mat', -66, 62] as const;

/** Shoulder and elbow. */
export const shoulderFigures = {
  pendulum: {
    view: 'side',
    start: {
      hip: [-8, 53],
      trunk: 66,
      head: 80,
      arm: [196, 196],
      arm2: { to: [36, 48], bend: 1 },
      leg: [172, 184, 90],
      leg2: [186, 190, 90],
    },
    end: { arm: [160, 160] },
    props: [['counter', 28, 62, 44]],
    arrows: [[[12, 24], [34, 24], -5]],
  },
  'table-slide': {
    view: 'side',
    start: { ...sitting, arm: { to: [24, 51], bend: 1 } },
    end: { trunk: 42, head: 50, arm: { to: [56, 51], bend: 1 } },
    props: [
      ['stool', 2],
      ['counter', 14, 70, 46],
    ],
    arrows: [
      [
        [44, 58],
        [68, 58],
      ],
    ],
  },
  'wall-slide': {
    view: 'side',
    start: { ...standing, arm: { to: [24, 84], bend: 1 } },
    end: { arm: { to: [24, 106], bend: 1 } },
    props: [['wall', 29]],
    arrows: [
      [
        [38, 86],
        [38, 106],
      ],
    ],
  },
  'stick-flexion': {
    view: 'side',
    start: { ...hooklying, arm: [60, 60] },
    end: { arm: [302, 302] },
    props: [mat, ['ball', 'hand', 2]],
    arrows: ['hand'],
  },
  'stick-rotation': {
    view: 'front',
    start: { ...standingFront, arm: [178, 270], arm2: [182, 90] },
    end: { arm: [178, 90], arm2: [182, 75] },
    props: [['stick', 'hand2', 'hand']],
    arrows: [
      [
        [6, 58],
        [34, 58],
      ],
    ],
  },
  'band-rotation-out': {
    view: 'front',
    start: { ...standingFront, arm: [178, 280], arm2: [182, 85] },
    end: { arm: [178, 70], arm2: [182, 290] },
    props: [['band', 'hand2', 'hand']],
    arrows: [
      [
        [10, 56],
        [34, 60],
      ],
      [
        [-10, 56],
        [-34, 60],
      ],
    ],
  },
  'band-rotation-in': {
    view: 'front',
    start: { ...standingFront, arm: [178, 80], arm2: [190, 182] },
    end: { arm: [178, 280] },
    props: [
      ['wall', 54],
      ['band', 'hand', [52, 70]],
    ],
    arrows: [
      [
        [30, 58],
        [2, 58],
      ],
    ],
  },
  'band-rotation-out-wall': {
    view: 'front',
    start: { ...standingFront, arm: [178, 280], arm2: [190, 182] },
    end: { arm: [178, 80] },
    props: [
      ['wall', -40],
      ['band', 'hand', [-38, 70]],
    ],
    arrows: [
      [
        [4, 58],
        [32, 58],
      ],
    ],
  },
  'band-row': {
    view: 'side',
    start: { ...standing, arm: [96, 92] },
    end: { arm: [222, 84] },
    props: [
      ['wall', 62],
      ['band', 'hand', [60, 80]],
    ],
    arrows: [
      [
        [-2, 60],
        [-20, 62],
      ],
    ],
  },
  'band-pull-down': {
    view: 'side',
    start: { ...standing, arm: [80, 78] },
    end: { arm: [190, 190] },
    props: [
      ['wall', 62],
      ['band', 'hand', [60, 92]],
    ],
    arrows: ['hand'],
  },
  'arm-raise-front': { view: 'side', start: standing, end: { arm: [20, 14], arm2: [178, 172] }, arrows: ['hand'] },
  'arm-raise-front-weight': {
    view: 'side',
    start: standing,
    end: { arm: [92, 90], arm2: [178, 172] },
    props: [['weight', 'hand']],
    arrows: ['hand'],
  },
  'arm-raise-side': { view: 'front', start: standingFront, end: { arm: [92, 90] }, arrows: ['hand', 'hand2'] },
  'arm-raise-diagonal': {
    view: 'front',
    start: standingFront,
    end: { arm: { dirs: [62, 60], short: [0.85, 0.85] } },
    props: [
      ['weight', 'hand'],
      ['weight', 'hand2'],
    ],
    arrows: ['hand', 'hand2'],
  },
  'sidelying-rotation': {
    view: 'front',
    start: {
      ...sidelying,
      arm: { dirs: [100, 180], short: [1, 0.8] },
      leg: { dirs: [93, 130, 120], short: [0.7, 0.6] },
      leg2: { dirs: [91, 120, 60], short: [0.7, 0.6] },
    },
    end: { arm: [100, 20] },
    props: [mat, ['roll', [-52, 4], 6], ['weight', 'hand']],
    arrows: [[[4, 14], [8, 38], 4]],
  },
  'prone-t': {
    view: 'front',
    start: { hip: [0, 0], trunk: 0, arm: [170, 175], leg: [178, 180, 150] },
    end: { arm: [92, 92] },
    isFromAbove: true,
    isBack: true,
    arrows: ['hand', 'hand2'],
  },
  'prone-y': {
    view: 'front',
    start: { hip: [0, 0], trunk: 0, arm: [92, 92], leg: [178, 180, 150] },
    end: { arm: [40, 40] },
    isFromAbove: true,
    isBack: true,
    arrows: ['hand', 'hand2'],
  },
  'prone-row': {
    view: 'side',
    start: { hip: [0, 46], trunk: 90, arm: [180, 180], arm2: { to: [44, 46], bend: 1 }, leg: [271, 271, 250] },
    end: { arm: [285, 180] },
    props: [
      ['mat', -60, 34, 38],
      ['weight', 'hand'],
    ],
    arrows: [
      [
        [42, 18],
        [42, 34],
      ],
    ],
  },
} as const satisfies Record<string, Figure>;
