import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { VisitType } from '#contract/facilities/visit-type.ts';
import { usualRule } from '#contract/online-scheduling/usual-rule.ts';
import { demoId } from '#server/demo/ids.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { patientToken } from '#server/testing/patient-session.ts';

let api: TestApi;
const here = demoId('demo', 'facility', 'harborview') as never;
const as = { as: 'admin' } as const;
let types: VisitType[] = [];
beforeAll(async () => {
  api = await testApi(undefined, {}, { hasRounds: false });
  types = (await api.call('facilities.get', { id: here }, as)).visit_types;
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.owner(`delete from booking_rules`);
  await api.db.owner(`update facilities set visit_types = $2 where "FacilityId" = $1`, [here, JSON.stringify(types)]);
});

function typeNamed(name: string): VisitType {
  const found = types.find(({ Name }) => Name === name);
  if (!found) throw new Error(`The demo clinic has no visit type ${name}.`);
  return found;
}
const change = (...changed: (Partial<VisitType> & { of: string; isDeleted?: boolean })[]) =>
  api.call(
    'facilities.update',
    {
      id: here,
      visit_types: changed.map(({ of, isDeleted = false, ...more }) => {
        const { deleted_at: _at, FormerNames: _names, ...type } = typeNamed(of);
        return { ...type, isDeleted, ...more };
      }),
    } as never,
    as,
  );
const add = (VisitTypeName: string, more: object = {}) =>
  api.call(
    'onlineScheduling.createBookingRule',
    {
      ...usualRule,
      BookingRuleId: randomUUID(),
      FacilityId: here,
      VisitTypeName,
      PublicName: `Was ${VisitTypeName}`,
      For: 'new',
      IsOn: true,
      ...more,
    } as never,
    as,
  );
const rules = () =>
  api.db.owner<{ PublicName: string; VisitTypeName: string; id: string | null; IsOn: boolean }>(
    `select "PublicName", "VisitTypeName", "VisitTypeId" as id, "IsOn" from booking_rules order by 1`,
  );
const offered = async () => {
  const token = await patientToken(api, {
    kind: 'unrecognized',
    contact: `${randomUUID().slice(0, 8)}@example.org`,
    DateOfBirth: '1988-04-05',
  });
  const reply = await api.app.inject({
    method: 'GET',
    url: '/api/onlineScheduling/options',
    headers: { authorization: `Bearer ${token}` },
  });
  return reply.json<{ options: { name: string }[] }>().options.map(({ name }) => name);
};
const evaluation = 'PT Evaluation';
const followUp = 'PT Follow-up';

test('a visit type with a new name keeps its rule, which goes on under that name on every device', async () => {
  await add(evaluation);
  expect(await offered()).toEqual([`Was ${evaluation}`]);
  await change({ of: evaluation, Name: 'First visit' });
  expect(await rules()).toMatchObject([
    { PublicName: `Was ${evaluation}`, VisitTypeName: 'First visit', id: typeNamed(evaluation).VisitTypeId },
  ]);
  expect(await offered()).toEqual([`Was ${evaluation}`]);
  const [last] = await api.db.owner<{ entity: string }>(`select entity from sync_change order by id desc limit 1`);
  expect(last).toEqual({ entity: 'bookingRules' });
});

test('two types that change names keep their own rules', async () => {
  await add(evaluation);
  await add(followUp);
  await change({ of: evaluation, Name: followUp }, { of: followUp, Name: evaluation });
  expect(await rules()).toMatchObject([
    { PublicName: `Was ${evaluation}`, VisitTypeName: followUp, id: typeNamed(evaluation).VisitTypeId },
    { PublicName: `Was ${followUp}`, VisitTypeName: evaluation, id: typeNamed(followUp).VisitTypeId },
  ]);
});

test('a device that knows the former name of a type makes a rule for that type, of which there is one', async () => {
  await change({ of: evaluation, Name: 'First visit' });
  await add(evaluation);
  expect(await rules()).toMatchObject([{ VisitTypeName: 'First visit', id: typeNamed(evaluation).VisitTypeId }]);
  for (const name of [evaluation, 'First visit'])
    await expect(add(name)).rejects.toThrow('This visit type already has a rule at this facility.');
  expect(await rules()).toHaveLength(1);
});

test('a rule whose type is gone offers nothing, and goes on with a type of the same name', async () => {
  await add(evaluation);
  await change({ of: evaluation, isDeleted: true });
  expect(await offered()).toEqual([]);
  const again = { of: followUp, VisitTypeId: randomUUID(), Name: evaluation };
  await change(again);
  expect(await rules()).toMatchObject([{ VisitTypeName: evaluation, id: again.VisitTypeId }]);
  expect(await offered()).toEqual([`Was ${evaluation}`]);
});

test.each<[string, Parameters<typeof change>[]]>([
  [
    'at once',
    [
      [
        { of: evaluation, isDeleted: true },
        { of: followUp, Name: evaluation },
      ],
    ],
  ],
  ['later', [[{ of: evaluation, isDeleted: true }], [{ of: followUp, Name: evaluation }]]],
])(
  'a type that takes the name of one that is gone %s keeps its rule; the other is off, under another name',
  async (_, steps) => {
    await add(evaluation);
    await add(followUp);
    for (const step of steps) await change(...step);
    const [gone, kept] = await rules();
    expect(kept).toMatchObject({ VisitTypeName: evaluation, id: typeNamed(followUp).VisitTypeId, IsOn: true });
    expect(gone).toMatchObject({ VisitTypeName: `${evaluation} (deleted type)`, id: null, IsOn: false });
    expect(await offered()).toEqual([`Was ${followUp}`]);
  },
);

test('a second rule that is left so gets a name of its own', async () => {
  const aquatic = { of: followUp, VisitTypeId: randomUUID(), Name: 'Aquatic therapy' };
  await change(aquatic);
  for (const name of [evaluation, followUp, aquatic.Name]) await add(name);
  await change({ of: evaluation, isDeleted: true }, { of: followUp, Name: evaluation });
  await change({ of: followUp, Name: evaluation, isDeleted: true }, { ...aquatic, Name: evaluation });
  // By their names for patients: Aquatic, Evaluation, Follow-up.
  expect((await rules()).map(({ VisitTypeName, IsOn }) => [VisitTypeName, IsOn])).toEqual([
    [evaluation, true],
    [`${evaluation} (deleted type)`, false],
    [`${evaluation} (deleted type 2)`, false],
  ]);
});
