/** A corner: how far from the middle line, and down from the top, in thousandths of the picture. */
export type HalfPoint = readonly [out: number, down: number];

/** A part of one half of a body; `middle` parts are one with their mirror image and have no side. */
export type HalfPart = {
  part: string;
  front: string | null;
  back: string | null;
  isMiddle?: true;
  points: readonly HalfPoint[];
};

/** `out,down` pairs with spaces between. */
function corners(text: string): HalfPoint[] {
  return text.split(' ').map((pair) => {
    const [out = 0, down = 0] = pair.split(',').map(Number);
    return [out, down];
  });
}

/** Drawn here, for any body: corners of neighbors are shared, so that no gap takes a mark. */
export const halfBody: readonly HalfPart[] = [
  {
    part: 'head',
    front: 'head',
    back: null,
    isMiddle: true,
    points: corners('0,20 30,28 46,55 47,75 0,75'),
  },
  {
    part: 'face',
    front: 'face',
    back: null,
    isMiddle: true,
    points: corners('0,75 47,75 41,98 30,118 0,122'),
  },
  {
    part: 'backOfHead',
    front: null,
    back: 'back of the head',
    isMiddle: true,
    points: corners('0,20 30,28 46,55 47,75 41,98 30,118 0,122'),
  },
  {
    part: 'neck',
    front: 'front of the neck',
    back: 'back of the neck',
    points: corners('0,122 30,118 32,150 0,160'),
  },
  {
    part: 'chest',
    front: 'chest',
    back: null,
    points: corners('0,160 32,150 88,166 92,240 82,295 0,295'),
  },
  {
    part: 'upperBack',
    front: null,
    back: 'upper back',
    points: corners('0,160 32,150 88,166 92,240 82,295 0,295'),
  },
  {
    part: 'shoulder',
    front: 'front of the shoulder',
    back: 'back of the shoulder',
    points: corners('88,166 116,172 133,200 132,240 92,240'),
  },
  {
    part: 'upperArm',
    front: 'front of the upper arm',
    back: 'back of the upper arm',
    points: corners('92,240 132,240 144,345 109,350'),
  },
  {
    part: 'elbow',
    front: 'front of the elbow',
    back: 'back of the elbow',
    points: corners('109,350 144,345 152,390 117,396'),
  },
  {
    part: 'forearm',
    front: 'front of the forearm',
    back: 'back of the forearm',
    points: corners('117,396 152,390 174,492 149,498'),
  },
  {
    part: 'wrist',
    front: 'front of the wrist',
    back: 'back of the wrist',
    points: corners('149,498 174,492 179,516 153,523'),
  },
  {
    part: 'hand',
    front: 'palm',
    back: 'back of the hand',
    points: corners('153,523 179,516 200,566 192,612 174,615 155,570'),
  },
  {
    part: 'abdomen',
    front: 'abdomen',
    back: null,
    points: corners('0,295 82,295 75,375 80,450 0,450'),
  },
  {
    part: 'midBack',
    front: null,
    back: 'middle back',
    points: corners('0,295 82,295 75,375 0,375'),
  },
  {
    part: 'lowBack',
    front: null,
    back: 'low back',
    points: corners('0,375 75,375 80,450 0,450'),
  },
  {
    part: 'groin',
    front: 'groin',
    back: null,
    points: corners('0,450 38,450 44,535 3,548 0,548'),
  },
  {
    part: 'hip',
    front: 'front of the hip',
    back: null,
    points: corners('38,450 80,450 97,525 44,535'),
  },
  {
    part: 'sacrum',
    front: null,
    back: 'sacrum',
    isMiddle: true,
    points: corners('0,450 28,450 22,500 0,518'),
  },
  {
    part: 'buttock',
    front: null,
    back: 'buttock',
    points: corners('28,450 80,450 97,525 44,535 3,548 0,548 0,518 22,500'),
  },
  {
    part: 'thigh',
    front: 'front of the thigh',
    back: 'back of the thigh',
    points: corners('3,548 44,535 97,525 96,600 82,690 24,690 10,620'),
  },
  {
    part: 'knee',
    front: 'front of the knee',
    back: 'back of the knee',
    points: corners('24,690 82,690 78,756 27,756'),
  },
  {
    part: 'lowerLeg',
    front: 'shin',
    back: 'calf',
    points: corners('27,756 78,756 81,815 63,905 36,905 27,820'),
  },
  {
    part: 'ankle',
    front: 'front of the ankle',
    back: 'back of the ankle',
    points: corners('36,905 63,905 63,940 36,940'),
  },
  {
    part: 'foot',
    front: 'top of the foot',
    back: 'heel and sole',
    points: corners('36,940 63,940 88,972 82,985 33,985'),
  },
];
