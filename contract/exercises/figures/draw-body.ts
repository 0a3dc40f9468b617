import { dot, line, type Ink } from './ink.ts';
import type { Body, Figure, Point } from './pose.ts';
import { along, jointsOf, type Joints } from './skeleton.ts';

const behind = 0.4;
const trunkShade = 0.28;

/** Draws a body and answers where its joints are. */
export function drawBody(ink: Ink, body: Body, { view, near, isBack }: Extract<Figure, { start: Body }>): Joints {
  const joints = jointsOf(body, view);
  const isFront = view === 'front';
  const opacity = isFront ? 1 : behind;
  const shows = { arms: near !== 'lower', legs: near !== 'upper' };
  if (shows.legs) leg(ink, [joints.hip2, joints.knee2, joints.ankle2, joints.toe2], opacity);
  if (!isFront && shows.arms) arm(ink, [joints.shoulder2, joints.elbow2, joints.hand2], opacity);
  ink.add(`<g opacity="${trunkShade}">`);
  if (shows.arms) {
    line(ink, [joints.shoulder, joints.head], { width: 6 });
    dot(ink, joints.head, 8);
  }
  if (isFront) line(ink, [joints.shoulder1, joints.shoulder2, joints.hip2, joints.hip1], { width: 7, fill: true });
  else line(ink, [joints.hip, joints.mid, joints.shoulder], { width: 14 });
  ink.add('</g>');
  if (shows.arms && !isBack) face(ink, joints, isFront, body.turn ?? 0);
  if (shows.legs) leg(ink, [joints.hip1, joints.knee, joints.ankle, joints.toe], 1);
  if (isFront && shows.arms) arm(ink, [joints.shoulder2, joints.elbow2, joints.hand2], 1);
  if (shows.arms) arm(ink, [joints.shoulder1, joints.elbow, joints.hand], 1);
  return joints;
}

const leg = (ink: Ink, points: Point[], opacity: number) => line(ink, points, { width: 6.5, ...faint(opacity) });
const arm = (ink: Ink, points: Point[], opacity: number) => line(ink, points, { width: 5, ...faint(opacity) });
const faint = (opacity: number) => (opacity === 1 ? {} : { opacity });

/** A nose from the side; two eyes and a nose from the front, moved to where the face is turned. */
function face(ink: Ink, { head, headDirection }: Joints, isFront: boolean, turn: number): void {
  if (!isFront) {
    const brow = along(along(head, headDirection + 90, 7), headDirection, 2);
    const nose = along(along(head, headDirection + 90, 9.6), headDirection, -1);
    line(ink, [brow, nose, along(along(head, headDirection + 90, 7), headDirection, -2.4)], { width: 1.8 });
    return dot(ink, along(along(head, headDirection + 90, 4), headDirection, 2), 1.1);
  }
  const place = (across: number, up: number) =>
    along(along(head, headDirection + 90, across + turn * 5), headDirection, up);
  for (const across of [-2.6, 2.6]) dot(ink, place(across, 2), 1.1);
  line(ink, [place(0, 0.5), place(turn * 2, -2)], { width: 1.6 });
}
