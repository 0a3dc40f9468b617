import { z } from 'zod';
import { Line } from '../../base/text.ts';
import { MeasureSide } from '../place.ts';

export const BodyView = z.enum(['front', 'back']);
export type BodyView = z.output<typeof BodyView>;
export const viewNames: Readonly<Record<BodyView, string>> = { front: 'Front', back: 'Back' };

/** One mark of a note's body chart; x and y are thousandths of the picture of its view. Its id is in the name of its cell. */
export const BodyMark = z.strictObject({
  Region: z.string().regex(/^[a-z][A-Za-z]{1,29}$/),
  View: BodyView,
  Side: MeasureSide.nullable(),
  Quality: Line(40).nullable(),
  /** 0 to 10 */
  Intensity: z.int().min(0).max(10).nullable(),
  x: z.int().min(0).max(1000),
  y: z.int().min(0).max(1000),
  /** Marked by the patient in a form, and taken over; without it, by who wrote the note. */
  From: z.literal('patient').optional(),
});
export type BodyMark = z.output<typeof BodyMark>;

/** How it hurts, and how much: `aching, 4/10`; nothing where neither is known. */
export function painWords({ Quality, Intensity }: Pick<BodyMark, 'Quality' | 'Intensity'>): string {
  return [Quality, Intensity === null ? null : `${Intensity}/10`].filter((each) => each !== null).join(', ');
}

/** Who made a mark, where that is not who wrote the note. */
export const patientsMark = 'marked by the patient';

/** What is known of a mark besides its place: `aching, 4/10, marked by the patient`. */
export function moreOfMark(mark: Pick<BodyMark, 'Quality' | 'Intensity' | 'From'>): string {
  return [painWords(mark), mark.From === 'patient' ? patientsMark : ''].filter((each) => each !== '').join(', ');
}

/** A mark where the names of regions are not at hand: `knee, right, front: aching, 4/10`. */
export function markText(mark: BodyMark): string {
  const side = mark.Side === null ? [] : [mark.Side === 'R' ? 'right' : 'left'];
  const region = mark.Region.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const more = moreOfMark(mark);
  return `${[region, ...side, mark.View].join(', ')}${more === '' ? '' : `: ${more}`}`;
}
