import { demoNpi } from '../../../server/demo/ids.ts';
import type { shapeOf } from '../../../server/testing/inputs.ts';

type Shape = ReturnType<typeof shapeOf>;
export type Tainter = {
  /** The next payload that fits; what it was put into is told. */
  text(path: string, longest: number): string;
  id(field: string): string;
};

/** What such fields may hold, by the end of their name: none of them is free text. */
const samples: [RegExp, () => string][] = [
  [/^TimeZone$/, () => 'America/New_York'],
  [/Npi$|NationalProviderId$/, () => demoNpi(500)],
  [/Phone$|Fax$/, () => '9785550110'],
  [/PostalCode$/, () => '019701212'],
  [/^VisitTypeName$/, () => 'PT Follow-up'],
  [/TaxId$/, () => '043217659'],
  [/^Code$/, () => 'M54.50'],
  [/^StateOrProvince$|State$/, () => 'MA'],
  [/Email$|^email$/, () => `${crypto.randomUUID().slice(0, 8)}@demo.test`],
  [/[aA]t$|lastUpdated$/, () => new Date().toISOString()],
  [/Date|^date$|^day$|OfBirth$|^from$|^to$/, () => '2020-02-29'],
  [/^Start$/, () => '2030-01-01T09:00'],
  [/^End$/, () => '2030-01-02T09:00'],
  [/^start$/, () => '09:00'],
  [/^end$/, () => '17:00'],
];

/** An input with every field there is, and a payload in each that takes free text. */
export function taintedInput(shape: Shape, taint: Tainter, path = '', field = ''): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.anyOf) {
    const some = shape.anyOf.find((each) => each.type !== 'null') ?? shape.anyOf[0] ?? {};
    return taintedInput(some, taint, path, field);
  }
  const below = (part: Shape, name: string) => taintedInput(part, taint, path === '' ? name : `${path}.${name}`, name);
  switch (shape.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {}).map(([name, part]) => [name, below(part, name)]),
      );
    case 'array':
      return Array.from({ length: Math.max(1, shape.minItems ?? 1) }, () =>
        taintedInput(shape.items ?? {}, taint, `${path}.0`, field.replace(/s$/, '')),
      );
    case 'integer':
    case 'number':
      return Math.max(1, shape.minimum ?? 1);
    case 'boolean':
      return false;
    case 'string':
      return textOf(shape, taint, path, field);
    default:
      return null;
  }
}

function textOf(shape: Shape, taint: Tainter, path: string, field: string): string {
  if (shape.format === 'uuid') return taint.id(field);
  const sample = samples.find(([name]) => name.test(field));
  if (sample) return sample[1]();
  return shape.pattern === undefined ? taint.text(path, shape.maxLength ?? 200) : '1';
}

/** The same with null where a field was refused, and without the field if that was refused as well; undefined where there is no such field. */
export function without(input: unknown, path: string): unknown {
  const emptied = changedAt(input, path.split('.'));
  if (JSON.stringify(emptied) !== JSON.stringify(input)) return emptied;
  const name = path.split('.').at(-1);
  const anywhere = JSON.parse(
    JSON.stringify(input, (key, value: unknown) => (key === name ? undefined : value)),
  ) as unknown;
  return JSON.stringify(anywhere) === JSON.stringify(input) ? undefined : anywhere;
}

function changedAt(input: unknown, [name = '', ...rest]: string[]): unknown {
  if (input === null || typeof input !== 'object') return input;
  const isLast = rest.length === 0;
  const change = (each: string, value: unknown): [string, unknown][] => {
    if (each !== name) return [[each, value]];
    if (!isLast) return [[each, changedAt(value, rest)]];
    return value === null ? [] : [[each, null]];
  };
  const changed = Object.entries(input).flatMap(([each, value]) => change(each, value));
  if (!Array.isArray(input)) return Object.fromEntries(changed);
  // A list has no holes: what was refused goes at once.
  return changed.filter(([each, value]) => !(isLast && each === name && value === null)).map(([, value]) => value);
}
