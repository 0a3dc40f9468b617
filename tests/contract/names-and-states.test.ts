import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint, endpointNames } from '#contract/endpoints.ts';

type Field = { at: string; key: string; schema: z.ZodType };

/** Every text that a call takes, with the way to it. */
function textsIn(schema: z.ZodType, at: string, key: string, seen: ReadonlySet<z.ZodType> = new Set()): Field[] {
  if (seen.has(schema)) return [];
  const within = new Set([...seen, schema]);
  const inner = (of: unknown, name = key) =>
    textsIn(of as z.ZodType, name === key ? at : `${at}.${name}`, name, within);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, of]) =>
      textsIn(of as z.ZodType, `${at}.${name}`, name, within),
    );
  if (schema instanceof z.ZodArray) return inner(schema.element);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return inner(schema.unwrap());
  if (schema instanceof z.ZodRecord) return inner(schema.valueType);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((of) => inner(of));
  if (schema instanceof z.ZodIntersection) return [...inner(schema.def.left), ...inner(schema.def.right)];
  if (schema instanceof z.ZodLazy) return inner(schema.unwrap());
  return [{ at, key, schema }];
}

const fields = endpointNames.flatMap((name) => textsIn(endpoint(name).input, name, ''));
const accepting = (keys: RegExp, values: readonly unknown[]) =>
  fields
    .filter(({ key }) => keys.test(key))
    .flatMap(({ at, schema }) => values.filter((value) => schema.safeParse(value).success).map((value) => [at, value]));

const names = /^(FirstName|MiddleName|LastName|PreferredName|PublicName|Name|Title)$/;

test('no call takes a name that cannot be seen, or one over several lines', () => {
  expect(fields.filter(({ key }) => names.test(key)).length).toBeGreaterThan(30);
  expect(accepting(names, ['\u200b', 'Two\nlines', 'Two\r\nlines', 'Two\u2028lines'])).toEqual([]);
});

test('a state is a code of a state wherever one is written', () => {
  const states = /^(State|StateOrProvince|AccidentState)$/;
  expect(fields.filter(({ key }) => states.test(key)).length).toBeGreaterThan(4);
  expect(accepting(states, ['Illinois', 'ZZ', 'I', '[A-Z]{2}'])).toEqual([]);
});
