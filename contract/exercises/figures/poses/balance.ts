import type { Figure } from '../pose.ts';
import { sitting, standing, standingFront, supine } from './postures.ts';

const armsOnCounter = { to: [24, 56], bend: -1 } as const;

/** Balance, walking and breathing. */
export const balanceFigures = {
  'one-leg-balance': {
    view: 'side',
    start: { ...standing, leg2: [165, 235, 150], arm: armsOnCounter },
    end: { arm: [150, 110] },
    props: [['counter', 22, 42, 50]],
  },
  'one-leg-reach': {
    view: 'front',
    start: { ...standingFront, arm: [150, 100] },
    end: { hip: [-6, 50], trunk: 350, head: 0, leg2: [176, 190, 250], leg: [140, 140, 90] },
    arrows: ['ankle'],
  },
  'tandem-stance': {
    view: 'side',
    start: { ...standing, leg: [168, 172, 90], leg2: [190, 187, 90], arm: armsOnCounter },
    props: [['counter', 22, 42, 50]],
  },
  'tandem-walk': {
    view: 'side',
    start: { ...standing, leg: [168, 172, 90], leg2: [190, 187, 90], arm: [160, 150], arm2: [200, 190] },
    end: { leg: [190, 187, 90], leg2: [165, 172, 90] },
    props: [['strap', [-26, 0.5], [34, 0.5]]],
    arrows: [
      [
        [26, 80],
        [46, 80],
      ],
    ],
  },
  walking: {
    view: 'side',
    start: { ...standing, leg: [155, 172, 60], leg2: [200, 215, 130], arm: [200, 180], arm2: [160, 130] },
    end: { leg: [200, 215, 130], leg2: [155, 172, 60], arm: [160, 130], arm2: [200, 180] },
    arrows: [
      [
        [26, 80],
        [48, 80],
      ],
    ],
  },
  'walking-back': {
    view: 'side',
    start: { ...standing, leg: [180, 180, 90], leg2: [206, 200, 110], arm: [165, 140], arm2: [190, 170] },
    arrows: [
      [
        [-24, 80],
        [-46, 80],
      ],
    ],
  },
  'heel-walk': {
    view: 'side',
    start: { ...standing, leg: [160, 168, 50], leg2: [194, 194, 55], arm: [165, 120] },
    arrows: [
      [
        [26, 80],
        [46, 80],
      ],
    ],
  },
  'toe-walk': {
    view: 'side',
    start: { ...standing, hip: 63, leg: [164, 172, 135], leg2: [192, 196, 140], arm: [165, 120] },
    arrows: [
      [
        [26, 80],
        [46, 80],
      ],
    ],
  },
  'weight-shift': {
    view: 'front',
    start: { ...standingFront, leg: [168, 174, 110] },
    end: { hip: [9, 54.5], leg: [178, 180, 110], leg2: [202, 203, 250] },
    arrows: [
      [
        [24, 62],
        [40, 62],
      ],
    ],
  },
  'side-step': {
    view: 'front',
    start: standingFront,
    end: { leg: [155, 172, 110], leg2: [195, 180, 250] },
    arrows: [
      [
        [30, 30],
        [50, 30],
      ],
    ],
  },
  'forward-reach': {
    view: 'side',
    start: { ...standing, arm: [90, 90] },
    end: { hip: [-6, 54], trunk: 30, head: 22, arm: [84, 88], leg: [174, 174, 90] },
    arrows: [[[36, 96], [56, 92], 2]],
  },
  'foam-stand': {
    view: 'front',
    start: { ...standingFront, hip: 63, leg: [180, 180, 110], arm: [150, 110] },
    props: [['step', -20, 20, 7]],
  },
  treadmill: {
    view: 'side',
    start: { ...standing, hip: 63, leg: [158, 172, 70], leg2: [200, 208, 120], arm: { to: [30, 76], bend: 1 } },
    props: [
      ['step', -34, 34, 7],
      ['strap', [34, 7], [38, 78]],
      ['strap', [38, 78], [24, 76]],
    ],
    arrows: [
      [
        [-10, -1],
        [-30, -1],
      ],
    ],
  },
  'stairs-rail': {
    view: 'side',
    start: { ...standing, hip: [2, 56], leg: [118, 180, 90], leg2: [184, 182, 90], arm: { to: [28, 74], bend: 1 } },
    props: [
      ['step', 12, 34, 14],
      ['step', 34, 58, 28],
      ['strap', [-8, 52], [58, 92]],
    ],
    arrows: [
      [
        [14, 100],
        [26, 112],
      ],
    ],
  },
  'lying-breath': {
    view: 'side',
    start: {
      ...supine,
      leg: { to: [26, 4], bend: -1, foot: 90 },
      arm: { to: [-12, 18], bend: -1 },
      arm2: { to: [-22, 17], bend: 1 },
    },
    props: [['mat', -62, 42]],
    arrows: [
      [
        [-12, 24],
        [-12, 38],
      ],
    ],
  },
  'sitting-breath': {
    view: 'side',
    start: { ...sitting, arm: { to: [9, 42], bend: 1 }, arm2: { to: [8, 54], bend: 1 } },
    props: [['chair', 2]],
    arrows: [
      [
        [14, 90],
        [34, 90],
      ],
    ],
  },
} as const satisfies Record<string, Figure>;
