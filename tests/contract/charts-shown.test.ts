import { expect, test } from 'vitest';
import { z } from 'zod';
import { methodOf, pathOf } from '#contract/base/endpoint.ts';
import { endpoint, endpointNames, type EndpointName } from '#contract/endpoints.ts';

type Shape = {
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  additionalProperties?: Shape | boolean;
};

/** Names of every field of a reply, however deep. */
function fieldsOf(shape: Shape): string[] {
  const { properties = {}, items, anyOf = [], additionalProperties } = shape;
  const parts = [...Object.values(properties), ...anyOf, ...(items ? [items] : [])];
  if (typeof additionalProperties === 'object') parts.push(additionalProperties);
  return [...Object.keys(properties), ...parts.flatMap(fieldsOf)];
}

function tellsOfPatients(name: EndpointName): boolean {
  const { reply } = endpoint(name);
  const fields = fieldsOf(z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any', cycles: 'ref' }) as Shape);
  const isNamed =
    methodOf(endpoint(name)) === 'GET' && /^\/(patients|visits|cases|claims)\b/.test(pathOf(endpoint(name)));
  return isNamed || fields.some((field) => /^((patient|visit|case|claim)ids?|rows|current)$/i.test(field));
}

/** Tell of patients and show no chart, each for the reason in the table. */
const noChart: readonly EndpointName[] = [
  'audit.get',
  'audit.list',
  'billing.visitsArWarnings',
  'emergency.list',
  'kiosk.identify',
  'onlineScheduling.book',
  'onlineScheduling.extendHold',
  'onlineScheduling.hold',
  'onlineScheduling.options',
  'patientVisits.anotherTime',
  'patientVisits.cannotCome',
  'patientVisits.confirm',
  'patientVisits.list',
];

test('every call whose reply tells of a patient says whose chart it shows, but for those that say why not', () => {
  const telling = endpointNames.filter((name) => tellsOfPatients(name));
  const silent = telling.filter((name) => endpoint(name).chartOf === undefined);
  expect(silent.toSorted()).toEqual(noChart);
  expect(telling.length).toBeGreaterThan(15);
});

test('every call says in a sentence why it shows no chart, where it shows none', () => {
  const reasons = endpointNames.flatMap((name) => endpoint(name).noChart ?? []);
  expect(reasons.filter((reason) => !/^[A-Z].{8,}\.$/.test(reason))).toEqual([]);
  expect(reasons).toHaveLength(endpointNames.filter((name) => !endpoint(name).chartOf).length);
});

test('what names a chart is a field of the input', () => {
  const fieldOf = ({ chartOf, input }: ReturnType<typeof endpoint>) =>
    chartOf === undefined || 'reply' in chartOf || Object.values(chartOf).every((field) => field in input.shape);
  expect(endpointNames.filter((name) => !fieldOf(endpoint(name)))).toEqual([]);
});
