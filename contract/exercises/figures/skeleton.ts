import type { Body, Direction, Joint, Limb, Point } from './pose.ts';

/** Lengths in the figure's units. */
export const lengths = { trunk: 32, neck: 14, upperArm: 17, forearm: 17, thigh: 26, shin: 25, foot: 10 };

export type Joints = Record<Joint, Point> & {
  mid: Point;
  hip2: Point;
  hip1: Point;
  shoulder1: Point;
  shoulder2: Point;
  headDirection: Direction;
  /** The direction to the body's right in the picture. */
  across: Direction;
};

export function along(from: Point, direction: Direction, length: number): Point {
  const radians = (direction * Math.PI) / 180;
  return [from[0] + Math.sin(radians) * length, from[1] + Math.cos(radians) * length];
}

/** Where every joint of a body is. */
export function jointsOf(body: Body, view: 'side' | 'front'): Joints {
  const hip: Point = typeof body.hip === 'number' ? [0, body.hip] : body.hip;
  const [lower, upper] = typeof body.trunk === 'number' ? [body.trunk, body.trunk] : body.trunk;
  const mid = along(hip, lower, lengths.trunk / 2);
  const shoulder = along(mid, upper, lengths.trunk / 2);
  const isFront = view === 'front';
  const headDirection = body.head ?? upper;
  const head = along(along(shoulder, headDirection, lengths.neck), headDirection + 90, body.chin ?? 0);
  const side = (center: Point, direction: Direction, by: number, up = 0) =>
    along(along(center, direction + 90, by), direction, up);
  const shrug = (body.shrug ?? 0) - 3;
  const shoulder1 = isFront ? side(shoulder, upper, 10, shrug) : along(shoulder, upper, -3);
  const shoulder2 = isFront ? side(shoulder, upper, -10, shrug) : shoulder1;
  const hip1 = isFront ? side(hip, lower, 6) : hip;
  const hip2 = isFront ? side(hip, lower, -6) : hip;
  const other = (limb: Limb, own: Limb | undefined) => own ?? (isFront ? mirrored(limb) : limb);
  const arms = { upper: lengths.upperArm, lower: lengths.forearm };
  const legs = { upper: lengths.thigh, lower: lengths.shin };
  const arm = limbFrom(shoulder1, body.arm, arms);
  const arm2 = limbFrom(shoulder2, other(body.arm, body.arm2), arms);
  const leg = limbFrom(hip1, body.leg, legs);
  const leg2 = limbFrom(hip2, other(body.leg, body.leg2), legs);
  return {
    hip,
    hip1,
    hip2,
    mid,
    shoulder,
    shoulder1,
    shoulder2,
    head,
    headDirection,
    across: upper + 90,
    elbow: arm.middle,
    hand: arm.end,
    elbow2: arm2.middle,
    hand2: arm2.end,
    knee: leg.middle,
    ankle: leg.end,
    toe: along(leg.end, leg.foot, isFront ? 5 : lengths.foot),
    knee2: leg2.middle,
    ankle2: leg2.end,
    toe2: along(leg2.end, leg2.foot, isFront ? 5 : lengths.foot),
  };
}

function mirrored(limb: Limb): Limb {
  if ('to' in limb) {
    const bend = limb.bend === 1 ? -1 : 1;
    return { to: [-limb.to[0], limb.to[1]], bend, ...(limb.foot !== undefined && { foot: 360 - limb.foot }) };
  }
  const [upper, lower, foot] = 'dirs' in limb ? limb.dirs : limb;
  const dirs = [360 - upper, 360 - lower, ...(foot === undefined ? [] : [360 - foot])] as unknown as readonly [
    number,
    number,
    number?,
  ];
  return 'dirs' in limb ? { dirs, short: limb.short } : dirs;
}

type Bones = { upper: number; lower: number };

function limbFrom(from: Point, limb: Limb, bones: Bones): { middle: Point; end: Point; foot: Direction } {
  if ('to' in limb) return reaching(from, limb, bones);
  const [upper, lower, foot] = 'dirs' in limb ? limb.dirs : limb;
  const [shortUpper, shortLower] = 'dirs' in limb ? limb.short : [1, 1];
  const middle = along(from, upper, bones.upper * shortUpper);
  return { middle, end: along(middle, lower, bones.lower * shortLower), foot: foot ?? lower - 90 };
}

/** Elbow or knee by the law of cosines; an end out of reach is drawn toward its place. */
function reaching(from: Point, limb: Extract<Limb, { to: Point }>, { upper, lower }: Bones) {
  const [dx, dy] = [limb.to[0] - from[0], limb.to[1] - from[1]];
  const wanted = Math.hypot(dx, dy);
  const distance = Math.min(Math.max(wanted, Math.abs(upper - lower) + 0.5), upper + lower - 0.01);
  const toward = (Math.atan2(dx, dy) * 180) / Math.PI;
  const cosine = (upper ** 2 + distance ** 2 - lower ** 2) / (2 * upper * distance);
  const angle = (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
  const middle = along(from, toward + limb.bend * angle, upper);
  return { middle, end: along(from, toward, distance), foot: limb.foot ?? 90 };
}
