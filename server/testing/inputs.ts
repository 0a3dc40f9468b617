import { z } from 'zod';
import type { Chance } from '#server/demo/random.ts';

/** A schema as JSON Schema, as far as the table of calls uses it. */
type Shape = {
  type?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: boolean | Shape;
  items?: Shape;
  anyOf?: Shape[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};

/** Ids that exist, by the name of the field that may hold one. */
export type KnownIds = (field: string, chance: Chance) => string;

/** What stands wherever a call wants an e-mail. */
export const generatedEmail = 'someone@demo.test';

/** What breaks parsers, casts and text columns. */
const nasty: readonly unknown[] = [
  null,
  true,
  [],
  {},
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\u202e\u200b',
  `'; drop table patients; --`,
  '%00',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'infinity',
  '-infinity',
  'now',
  'epoch',
  'allballs',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '2026-02-30',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00.000Z',
  'Wed Nov 18 2026 09:00:00 GMT',
  '2026-11-18T09:00:00.000+99:99',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53 - 1,
  'x'.repeat(5_000),
  [[[[[[[[]]]]]]]],
  { $ne: null },
];
/** Text that a free field takes as it is. */
const texts = ['Ada', 'Nguyễn', "O'Brien", '=1+1', 'a\u0000b', '\ud83d', 'Zoë 🦄', '\\', '"', '\t', '  x  ', '{"a":1}'];

export function shapeOf(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
}

/** An input that mostly fits its shape. */
export function inputFor(shape: Shape, ids: KnownIds, chance: Chance, field = ''): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return chance.pick(shape.enum);
  if (shape.anyOf) return inputFor(chance.pick(shape.anyOf), ids, chance, field);
  switch (shape.type) {
    case 'object':
      return recordFor(shape, ids, chance);
    case 'array': {
      const least = shape.minItems ?? 0;
      const length = least + chance.below(Math.min(4, (shape.maxItems ?? 4) - least + 1));
      return Array.from({ length }, () => inputFor(shape.items ?? {}, ids, chance, field.replace(/s$/, '')));
    }
    case 'integer':
    case 'number':
      return numberFor(shape, chance);
    case 'boolean':
      return chance.below(2) === 0;
    case 'null':
      return null;
    case 'string':
      return textFor(shape, ids, chance, field);
    default:
      return chance.pick(nasty);
  }
}

function recordFor(shape: Shape, ids: KnownIds, chance: Chance): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(shape.properties ?? {})) {
    if (shape.required?.includes(name) || chance.below(2) === 0) record[name] = inputFor(part, ids, chance, name);
  }
  if (shape.additionalProperties && chance.below(2) === 0) record['id'] = ids('id', chance);
  return record;
}

function numberFor({ minimum = -5, maximum = 500 }: Shape, chance: Chance): number {
  const least = Math.max(minimum, -5);
  return chance.below(8) === 0
    ? Math.min(maximum, 2 ** 53 - 1)
    : least + chance.below(Math.min(maximum, 500) - least + 1);
}

function textFor(shape: Shape, ids: KnownIds, chance: Chance, field: string): string {
  if (shape.format === 'uuid') return ids(field, chance);
  if (shape.format === 'email') return generatedEmail;
  const pattern = shape.pattern ?? '';
  if (pattern.startsWith('^\\d{4}-\\d{2}-\\d{2}'))
    return chance.pick(['1980-02-29', '2026-11-18', '0000-01-01', '9999-12-31']);
  if (pattern.includes('[0-9A-Z]\\d{3}')) return chance.pick(['97110', '97140', '97014', 'G0283', '00000']);
  if (pattern.includes('[a-z][a-z0-9-]')) return chance.pick(['demo', 'demo2', 'nowhere']);
  if (pattern !== '') return '1.1';
  if (field === 'lastUpdated')
    return chance.pick([
      '2026-11-18T09:00:00.000000+00:00',
      '+275760-09-13T00:00:00.000Z',
      '2026-11-18 09:00:00.000 GMT+14',
    ]);
  if (shape.minLength === 2 && shape.maxLength === 2) return chance.pick(['MA', '\u0000A']);
  const most = shape.maxLength ?? 60;
  const text = chance.pick(texts).slice(0, most);
  return text.length < (shape.minLength ?? 0) ? text.padEnd(shape.minLength ?? 0, 'x') : text;
}

/** The same with one thing wrong: a value replaced, left out or added somewhere. */
export function mutated(input: unknown, chance: Chance): unknown {
  if (Array.isArray(input) && input.length > 0 && chance.below(4) > 0) {
    const at = chance.below(input.length);
    return input.map((each: unknown, place) => (place === at ? mutated(each, chance) : each));
  }
  if (input !== null && typeof input === 'object' && !Array.isArray(input)) {
    const names = Object.keys(input);
    const how = chance.below(8);
    if (how === 0 || names.length === 0)
      return { ...input, [chance.pick(['extra', 'site', '__proto__x', 'toString'])]: chance.pick(nasty) };
    const name = chance.pick(names);
    const entries = Object.entries(input);
    if (how === 1) return Object.fromEntries(entries.filter(([each]) => each !== name));
    return Object.fromEntries(entries.map(([each, value]) => [each, each === name ? mutated(value, chance) : value]));
  }
  return chance.pick(nasty);
}
