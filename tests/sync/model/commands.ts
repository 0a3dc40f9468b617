import fc from 'fast-check';

/** What may happen, and how often among a hundred. */
const kinds = {
  create: 4,
  createBelow: 2,
  editNote: 6,
  editPhone: 3,
  append: 3,
  move: 6,
  refused: 1,
  sync: 16,
  ask: 9,
  serve: 9,
  serveSlowly: 3,
  answer: 9,
  answerThenCrash: 4,
  lose: 2,
  giveUp: 2,
  crashTab: 1,
  foreignNote: 2,
  foreignPhone: 2,
  foreignMove: 1,
  foreignSlowly: 3,
  foreignDelete: 1,
  foreignScope: 2,
  commit: 4,
  crashServer: 2,
  backup: 1,
  restore: 1,
  quarter: 1,
  scopes: 4,
} as const;

type Kind = keyof typeof kinds;
export type Command = { kind: Kind; device: number; a: number; b: number };

const kind = fc.oneof(
  ...Object.entries(kinds).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Kind) })),
);

export const commands = fc.array(fc.record({ kind, device: fc.nat(2), a: fc.nat(99), b: fc.nat(99) }), {
  minLength: 20,
  maxLength: 200,
  size: 'max',
});
