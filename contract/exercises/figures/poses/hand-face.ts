import type { Figure } from '../pose.ts';

const flat = { fore: 90, wrist: 0, fingers: [0, 0, 0], thumb: [25, 0] } as const;
const up = { fore: 0, wrist: 0, fingers: [0, 0, 0], thumb: [30, 0] } as const;
const open = { spread: 8, straight: [1, 1, 1, 1], thumb: [-40, 15] } as const;

/** Wrist, hand, mouth. */
export const handFaceFigures = {
  'wrist-bend': {
    view: 'hand',
    start: { ...flat, wrist: -55 },
    end: { wrist: 60 },
    arrows: [[[62, 92], [62, 26], 12]],
  },
  'wrist-side': {
    view: 'palm',
    start: { ...open, wrist: -16 },
    end: { wrist: 24 },
    arrows: [[[-12, 100], [26, 92], 6]],
  },
  'wrist-stretch-back': {
    view: 'hand',
    start: { ...flat, wrist: 0 },
    end: { wrist: -72 },
    arrows: [[[48, 78], [28, 100], 6]],
  },
  'wrist-stretch-down': {
    view: 'hand',
    start: { ...flat, wrist: 0 },
    end: { wrist: 72 },
    arrows: [[[48, 44], [28, 22], -6]],
  },
  'wrist-curl': {
    view: 'hand',
    start: { ...flat, wrist: -45, fingers: [70, 90, 40], thumb: [60, 30] },
    end: { wrist: 40 },
    props: [['strap', [-46, 51], [-6, 51]]],
    arrows: [[[48, 84], [48, 36], 10]],
  },
  'forearm-turn': {
    view: 'palm',
    start: { ...open, spread: 3 },
    end: { isBack: true },
    arrows: [[[-22, 104], [24, 104], 10]],
  },
  'hand-hook': { view: 'hand', start: up, end: { fingers: [0, 95, 65] }, arrows: [[[22, 110], [30, 86], 5]] },
  'hand-fist': {
    view: 'hand',
    start: up,
    end: { fingers: [85, 95, 60], thumb: [50, 40] },
    arrows: [[[18, 112], [38, 82], 6]],
  },
  'hand-tabletop': { view: 'hand', start: up, end: { fingers: [88, 0, 0] }, arrows: [[[12, 116], [36, 96], 5]] },
  'hand-straight-fist': {
    view: 'hand',
    start: up,
    end: { fingers: [85, 95, 0], thumb: [40, 10] },
    arrows: [[[18, 112], [38, 80], 6]],
  },
  'finger-tip-bend': { view: 'hand', start: up, end: { fingers: [0, 0, 65] }, arrows: [[[16, 120], [24, 104], 4]] },
  'finger-middle-bend': { view: 'hand', start: up, end: { fingers: [0, 85, 10] }, arrows: [[[16, 116], [28, 96], 5]] },
  'finger-spread': {
    view: 'palm',
    start: { ...open, spread: 1, thumb: [-15, 5] },
    end: { spread: 17, thumb: [-58, 0] },
    arrows: [
      [
        [30, 92],
        [42, 82],
      ],
      [
        [-26, 96],
        [-36, 88],
      ],
    ],
  },
  'thumb-to-finger': {
    view: 'palm',
    start: open,
    end: { straight: [1, 1, 1, 0.55], thumb: [18, 0], touches: 3 },
    arrows: [[[-34, 72], [-6, 70], 8]],
  },
  'thumb-out': {
    view: 'palm',
    start: { ...open, spread: 2, thumb: [-8, 0] },
    end: { thumb: [-85, 0] },
    arrows: [[[-22, 78], [-42, 52], -5]],
  },
  'thumb-bend': {
    view: 'palm',
    start: { ...open, thumb: [-45, 0] },
    end: { thumb: [0, 75] },
    arrows: [[[-36, 66], [-8, 62], 6]],
  },
  'hand-squeeze': {
    view: 'hand',
    start: { ...flat, fingers: [30, 55, 40], thumb: [48, 0] },
    end: { fingers: [55, 80, 50], thumb: [52, -20] },
    props: [['ball', [29, 42], 10]],
    arrows: [
      [
        [56, 62],
        [46, 52],
      ],
    ],
  },
  'hand-pinch': {
    view: 'hand',
    start: { ...flat, fingers: [35, 30, 20], thumb: [42, -6] },
    end: { fingers: [62, 40, 25], thumb: [50, -14] },
    props: [['roll', [27, 39], 3.5]],
    arrows: [
      [
        [56, 52],
        [46, 42],
      ],
    ],
  },
  'finger-band': {
    view: 'palm',
    start: { ...open, spread: 1, straight: [0.8, 0.8, 0.8, 0.9], thumb: [-5, 0] },
    end: { spread: 14, straight: [1, 1, 1, 1], thumb: [-45, 0] },
    props: [['band', [-18, 74], [20, 74]]],
    arrows: [
      [
        [28, 92],
        [40, 84],
      ],
      [
        [-26, 96],
        [-36, 90],
      ],
    ],
  },
  'finger-lift': {
    view: 'hand',
    start: { ...flat, fingers: [0, 0, 0], thumb: [14, 0] },
    end: { fingers: [-28, 0, 0] },
    props: [['strap', [-46, 51], [62, 51]]],
    arrows: [[[66, 62], [62, 82], 4]],
  },
  'mouth-open': {
    view: 'face',
    start: { mouth: 'closed' },
    end: { mouth: 'wide' },
    arrows: [
      [
        [42, 44],
        [42, 24],
      ],
    ],
  },
  'mouth-pucker': { view: 'face', start: { mouth: 'pucker' }, end: { mouth: 'smile' } },
  'cheek-puff': { view: 'face', start: { mouth: 'closed' }, end: { mouth: 'closed', cheeks: 'full' } },
  'tongue-out': {
    view: 'face',
    start: { mouth: 'open' },
    end: { mouth: 'open', tongue: 'out' },
    arrows: [
      [
        [14, 36],
        [14, 20],
      ],
    ],
  },
  'tongue-up': {
    view: 'face',
    start: { mouth: 'open', tongue: 'down' },
    end: { mouth: 'open', tongue: 'up' },
    arrows: [
      [
        [16, 30],
        [16, 48],
      ],
    ],
  },
  'tongue-side': {
    view: 'face',
    start: { mouth: 'open', tongue: 'left' },
    end: { mouth: 'open', tongue: 'right' },
    arrows: [[[-14, 22], [14, 22], -4]],
  },
  'lip-breath': { view: 'face', start: { mouth: 'closed' }, end: { mouth: 'blow' } },
} as const satisfies Record<string, Figure>;
