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

/** Tells of patients and opens no chart, for a reason. */
const opensNoChart: { [N in EndpointName]?: string } = {
  'patients.list': 'A page of whoever fits what was typed: which of them is meant is told by the chart that is opened.',
  'billing.visitsArWarnings': 'An amount for each visit that is about to be closed, and nothing of who it is for.',
  'emergency.list': 'Which charts others opened, for whoever reviews that.',
  'sync.pull': 'A device fetches it by itself: it records which charts are opened on it (emergency.record).',
  'sync.push': 'What became of calls that waited, made on charts whose opening the device has recorded.',
  'sync.hydrate': 'A device fetches it by itself, like sync.pull.',
  'sync.repair': 'A device fetches it by itself, like sync.pull.',
  'scheduling.monthData':
    'Who is booked when, as a page of the work list tells it; a chart is told of when it is opened.',
  'scheduling.processDaySchedule':
    'Who is booked when, as a page of the work list tells it; a chart is told of when it is opened.',
  'scheduling.weekData':
    'Who is booked when, as a page of the work list tells it; a chart is told of when it is opened.',
  'scheduling.weekView':
    'Who is booked when, as a page of the work list tells it; a chart is told of when it is opened.',
  'waitlist.list': 'Who waits for a time and who was asked, as a page of the work list tells it.',
  'waitlist.fill': 'Who was asked for a free time, as a page of the work list tells it.',
  'waitlist.stop': 'Who was asked for a free time, as a page of the work list tells it.',
  'audit.list': 'Who did what, by the names of those it was done to, for whoever reviews that.',
  'audit.get': 'One line of that.',
};

test('every call whose reply tells of a patient says whose chart it shows, or why it shows none', () => {
  const telling = endpointNames.filter((name) => tellsOfPatients(name));
  const silent = telling.filter((name) => endpoint(name).chartOf === undefined);
  expect(silent.toSorted()).toEqual(Object.keys(opensNoChart).toSorted());
  expect(telling.length).toBeGreaterThan(15);
});

test('what names a chart is a field of the input', () => {
  const fieldOf = ({ chartOf, input }: ReturnType<typeof endpoint>) =>
    chartOf === undefined || 'reply' in chartOf || Object.values(chartOf).every((field) => field in input.shape);
  expect(endpointNames.filter((name) => !fieldOf(endpoint(name)))).toEqual([]);
});
