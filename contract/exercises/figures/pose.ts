/** A place in a figure: x forward to the right, y up from the floor; a standing person is 108 high. */
export type Point = readonly [x: number, y: number];

/** A direction in degrees: 0 is up, 90 to the right, 180 down, 270 to the left. */
export type Direction = number;

/**
 * An arm or a leg: the directions of its two parts and of the foot, or the place that its end reaches.
 * `short` says how much of each part is seen where it points at the viewer, from 0 to 1.
 */
export type Limb =
  | readonly [upper: Direction, lower: Direction, foot?: Direction]
  | { dirs: readonly [Direction, Direction, Direction?]; short: readonly [number, number] }
  | { to: Point; bend: 1 | -1; foot?: Direction };

/** A body in one posture. Seen from the side it faces right; `arm2` and `leg2` are those behind. */
export type Body = {
  /** The height of the hips, or their place. */
  hip: number | Point;
  /** From the hips to the shoulders, in one part or in two where the spine is bent. */
  trunk: Direction | readonly [lower: Direction, upper: Direction];
  /** As the trunk's upper part where it is not given. */
  head?: Direction;
  /** Moves the head forward (or back, below 0). */
  chin?: number;
  /** From the front only: how far the face is turned to the right of the picture, -1 to 1. */
  turn?: number;
  /** From the front only: how far the shoulders are raised. */
  shrug?: number;
  arm: Limb;
  /** As `arm` where it is not given; from the front its mirror image. */
  arm2?: Limb;
  leg: Limb;
  leg2?: Limb;
};

/** A hand seen from the thumb's side: how far wrist and finger joints are bent to the palm, in degrees. */
export type HandSide = {
  /** The direction of the forearm. */
  fore: Direction;
  wrist: number;
  fingers: readonly [mcp: number, pip: number, dip: number];
  /** The thumb's two parts, in degrees from the direction of the hand to the palm. */
  thumb: readonly [number, number];
};

/** A right hand with its palm to the viewer, fingers up. */
export type Palm = {
  /** Bent to the thumb's side (below 0) or to the little finger's. */
  wrist?: number;
  /** Degrees between two fingers. */
  spread: number;
  /** How straight each finger is, index to little, 0 to 1. */
  straight: readonly [number, number, number, number];
  /** The thumb's two parts in degrees from the fingers' direction; below 0 is away from them. */
  thumb: readonly [number, number];
  /** The back of the hand, thumb at the right. */
  isBack?: true;
  /** The finger (0 index to 3 little) whose tip the thumb touches. */
  touches?: 0 | 1 | 2 | 3;
};

export type Face = {
  mouth: 'closed' | 'open' | 'wide' | 'pucker' | 'smile' | 'blow';
  tongue?: 'out' | 'up' | 'down' | 'left' | 'right' | 'roof';
  cheeks?: 'full' | 'one';
};

export type Joint =
  | 'hip'
  | 'shoulder'
  | 'head'
  | 'elbow'
  | 'hand'
  | 'elbow2'
  | 'hand2'
  | 'knee'
  | 'ankle'
  | 'toe'
  | 'knee2'
  | 'ankle2'
  | 'toe2';
export type Place = Joint | Point;

/** Things in the picture. Places may be joints, so that a band follows the hand. */
export type Prop =
  | readonly ['chair', x: number]
  | readonly ['stool', x: number]
  | readonly ['mat', from: number, to: number, top?: number]
  | readonly ['wall', x: number]
  | readonly ['counter', from: number, to: number, top: number]
  | readonly ['step', from: number, to: number, top: number]
  | readonly ['ball', at: Place, radius: number]
  | readonly ['roll', at: Place, radius: number]
  | readonly ['weight' | 'box', at: Place]
  | readonly ['band' | 'stick' | 'strap', from: Place, to: Place];

/** An arrow along the way of a joint, or from a place to another with a bulge to its left. */
export type Arrow = Joint | readonly [from: Point, to: Point, bulge?: number];

type Shared = {
  props?: readonly Prop[];
  arrows?: readonly Arrow[];
  /** The body lies and is seen from above. */
  isFromAbove?: true;
  /** The body is seen from behind, so it shows no face. */
  isBack?: true;
};

/** A figure: the posture, or the posture at the start and at the end. */
export type Figure =
  | (Shared & { view: 'side' | 'front'; start: Body; end?: Partial<Body>; near?: 'upper' | 'lower' })
  | (Shared & { view: 'hand'; start: HandSide; end?: Partial<HandSide> })
  | (Shared & { view: 'palm'; start: Palm; end?: Partial<Palm> })
  | (Shared & { view: 'face'; start: Face; end?: Face });
