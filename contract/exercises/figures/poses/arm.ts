import type { Figure } from '../pose.ts';
import { hooklying, sitting, sittingFront, standing, standingFront } from './postures.ts';

const mat = ['mat', -66, 62] as const;

/** Shoulder and elbow, pushing and pulling. */
export const armFigures = {
  'wall-push-up': {
    view: 'side',
    start: { hip: [-14, 54], trunk: 12, head: 8, arm: { to: [26, 84], bend: 1 }, leg: [190, 190, 90] },
    end: { hip: [-8, 53], trunk: 20, head: 16, arm: { to: [26, 84], bend: 1 }, leg: [195, 195, 90] },
    props: [['wall', 31]],
    arrows: [
      [
        [-18, 96],
        [-4, 96],
      ],
    ],
  },
  punch: {
    view: 'side',
    start: { ...hooklying, arm: [0, 0], arm2: [92, 93] },
    end: { trunk: [270, 277], arm: [0, 0] },
    props: [mat, ['weight', 'hand']],
    arrows: [
      [
        [-17, 38],
        [-17, 52],
      ],
    ],
  },
  'cross-body-stretch': {
    view: 'front',
    start: { ...standingFront, arm: [90, 90], arm2: [190, 182] },
    end: { arm: [272, 268], arm2: [160, 70] },
    arrows: [
      [
        [26, 68],
        [-22, 68],
      ],
    ],
  },
  'towel-behind-back': {
    view: 'front',
    start: { ...standingFront, arm: [20, 285], arm2: [190, 110] },
    end: { arm: [10, 300], arm2: [205, 80] },
    isBack: true,
    props: [['strap', 'hand', 'hand2']],
    arrows: [
      [
        [-22, 52],
        [-22, 70],
      ],
    ],
  },
  'overhead-press': {
    view: 'front',
    start: { ...standingFront, arm: [150, 10] },
    end: { arm: [25, 2] },
    props: [
      ['weight', 'hand'],
      ['weight', 'hand2'],
    ],
    arrows: [
      [
        [38, 88],
        [38, 112],
      ],
      [
        [-38, 88],
        [-38, 112],
      ],
    ],
  },
  'biceps-curl': {
    view: 'side',
    start: standing,
    end: { arm: [178, 30], arm2: [178, 172] },
    props: [['weight', 'hand']],
    arrows: ['hand'],
  },
  'elbow-bend': {
    view: 'side',
    start: { ...sitting, arm: [172, 160], arm2: [165, 120] },
    end: { arm: [172, 30] },
    props: [['stool', 2]],
    arrows: ['hand'],
  },
  'triceps-band': {
    view: 'side',
    start: { ...standing, arm: [185, 50] },
    end: { arm: [185, 175] },
    props: [
      ['wall', 50],
      ['band', 'hand', [48, 106]],
    ],
    arrows: ['hand'],
  },
  pulley: {
    view: 'front',
    start: { ...sittingFront, arm: [150, 20], arm2: [215, 340] },
    end: { arm: [165, 20], arm2: [340, 350] },
    props: [
      ['stool', 0],
      ['strap', 'hand', [16, 112]],
      ['strap', 'hand2', [-16, 112]],
      ['strap', [16, 112], [-16, 112]],
    ],
    arrows: [
      [
        [-34, 66],
        [-34, 90],
      ],
    ],
  },
  'nerve-glide': {
    view: 'front',
    start: { ...standingFront, arm: [95, 0], arm2: [190, 182], head: 0 },
    end: { arm: [95, 92], head: 335 },
    arrows: ['hand'],
  },
  'push-up': {
    view: 'side',
    start: { hip: [0, 26], trunk: 74, head: 74, arm: { to: [30, 3], bend: -1 }, leg: [252, 252, 200] },
    end: { hip: [0, 16], trunk: 84, head: 82, arm: { to: [30, 3], bend: -1 }, leg: [264, 264, 200] },
    props: [mat],
    arrows: [
      [
        [10, 56],
        [10, 42],
      ],
    ],
  },
} as const satisfies Record<string, Figure>;
