import type { Body } from '../pose.ts';

/** Postures from which most figures start. */
export const standing: Body = { hip: 55, trunk: 0, arm: [178, 172], leg: [180, 180, 90] };
export const standingFront: Body = { hip: 55, trunk: 0, arm: [170, 178], leg: [177, 180, 110] };
export const sitting: Body = { hip: 29, trunk: 0, arm: [165, 120], leg: [90, 180, 90] };
export const sittingFront: Body = {
  hip: 29,
  trunk: 0,
  arm: [168, 190],
  leg: { dirs: [150, 180, 120], short: [0.3, 0.8] },
};
/** On the back with the knees bent; the head is at the left. */
export const hooklying: Body = { hip: 8, trunk: 270, arm: [92, 93], leg: { to: [26, 4], bend: -1, foot: 90 } };
export const supine: Body = { hip: 8, trunk: 270, arm: [92, 93], leg: [91, 91, 10] };
/** On the belly; the head is at the right. */
export const prone: Body = { hip: 8, trunk: 90, arm: [272, 272], leg: [271, 271, 250] };
export const quadruped: Body = { hip: 30, trunk: 79, head: 85, arm: [180, 180], leg: [180, 270, 262] };
/** On the side, seen from the front; the head is at the left and `arm` and `leg` are on top. */
export const sidelying: Body = {
  hip: [0, 10],
  trunk: 274,
  head: 274,
  arm: [100, 96],
  arm2: [282, 275],
  leg: [93, 92, 120],
  leg2: [91, 91, 60],
};
