import type { Figure } from '../pose.ts';
import { hooklying, sitting, sittingFront, standing, standingFront } from './postures.ts';

const near = 'upper';

/** Neck and upper back. */
export const neckFigures = {
  'neck-chin-tuck': {
    view: 'side',
    near,
    start: { ...standing, head: 8, chin: 5 },
    end: { head: 0, chin: -4 },
    arrows: [
      [
        [26, 99],
        [14, 99],
      ],
    ],
  },
  'neck-turn': {
    view: 'front',
    near,
    start: { ...standingFront, turn: 0 },
    end: { turn: 1 },
    arrows: [[[-8, 114], [10, 114], 4]],
  },
  'neck-side-bend': { view: 'front', near, start: standingFront, end: { head: 32 }, arrows: ['head'] },
  'neck-nod': { view: 'side', near, start: standing, end: { head: 48 }, arrows: ['head'] },
  'neck-trap-stretch': {
    view: 'front',
    near,
    start: standingFront,
    end: { head: 34, arm: { to: [4, 109], bend: 1 }, arm2: [190, 182] },
    arrows: [[[-6, 118], [16, 112], 4]],
  },
  'neck-levator-stretch': {
    view: 'front',
    near,
    start: { ...standingFront, turn: 0 },
    end: { head: 30, turn: 1.1, arm: { to: [3, 108], bend: 1 }, arm2: [190, 182] },
    arrows: [[[-8, 118], [12, 120], 3]],
  },
  'neck-press-side': {
    view: 'front',
    near,
    start: { ...standingFront, arm: { to: [10, 100], bend: 1 }, arm2: [190, 182] },
    arrows: [
      [
        [-24, 100],
        [-11, 100],
      ],
      [
        [34, 106],
        [20, 106],
      ],
    ],
  },
  'neck-press-front': {
    view: 'side',
    near,
    start: { ...standing, arm: { to: [9, 103], bend: 1 } },
    arrows: [
      [
        [-20, 102],
        [-9, 102],
      ],
      [
        [30, 104],
        [16, 104],
      ],
    ],
  },
  'shoulder-shrug': {
    view: 'front',
    near,
    start: standingFront,
    end: { shrug: 9 },
    arrows: [
      [
        [24, 78],
        [24, 96],
      ],
      [
        [-24, 78],
        [-24, 96],
      ],
    ],
  },
  'shoulder-blade-squeeze': {
    view: 'side',
    start: { ...sitting, arm: [165, 80] },
    end: { arm: [225, 80] },
    props: [['stool', 2]],
    arrows: ['elbow'],
  },
  'lying-nod': {
    view: 'side',
    start: { ...hooklying, head: 262 },
    end: { head: 284 },
    props: [
      ['mat', -62, 42],
      ['roll', [-46, 0], 3],
    ],
    arrows: [[[-60, 20], [-44, 26], 3]],
  },
  'chair-back-bend': {
    view: 'side',
    start: { ...sitting, arm: { to: [-2, 72], bend: 1 } },
    end: { trunk: [0, 328], head: 320, arm: { to: [-20, 74], bend: 1 } },
    props: [['chair', 2]],
    arrows: [[[2, 84], [-14, 84], 3]],
  },
  'door-stretch': {
    view: 'side',
    start: { ...standing, arm: { to: [14, 92], bend: 1 }, leg: [172, 180, 90], leg2: [190, 190, 90] },
    end: { hip: [8, 54], trunk: 6, arm: { to: [14, 92], bend: 1 }, leg: [158, 188, 90], leg2: [200, 196, 110] },
    props: [['wall', 17]],
    arrows: [
      [
        [-16, 70],
        [-4, 70],
      ],
    ],
  },
  'upper-back-turn': {
    view: 'front',
    start: { ...sittingFront, arm: { to: [-7, 54], bend: -1 }, arm2: { to: [7, 50], bend: 1 }, turn: 0 },
    end: { trunk: 3, turn: 1, arm: [200, 285], arm2: { to: [9, 52], bend: 1 } },
    props: [['stool', 0]],
    arrows: [[[-14, 90], [16, 90], 6]],
  },
} as const satisfies Record<string, Figure>;
