import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoints.ts';
import { cast, cast2 } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
let call: Commands;
let CaseId: string;
beforeAll(async () => {
  db = await testDatabase();
  call = commandsOn(db);
  const [found] = await db.owner<{ id: string }>(
    `select "CaseId" as id from cases where site = 'demo' and "PatientId" = $1 limit 1`,
    [cast.patients.walter],
  );
  CaseId = found?.id ?? '';
});
afterAll(() => db.close());

/** A Monday beyond the demo's visits. */
const day = '2026-11-30';
const booking = (changes: object) =>
  ({
    VisitId: demoId('demo', 'booked', 'bad input'),
    CaseId,
    FacilityId: cast.facilities.harborview,
    ProviderId: cast.providers.maya,
    VisitTypeName: 'PT Follow-up',
    Start: `${day}T09:00`,
    End: `${day}T09:45`,
    PlaceOfService: '11',
    ...changes,
  }) as InputOf<'visits.create'>;

test.each([
  ['an end before its start', { End: `${day}T08:00` }, 'End'],
  ['no time at all', { End: `${day}T09:00` }, 'End'],
  ['more than a day', { End: '2026-12-01T09:15' }, 'End'],
  ['a day before the calendar', { Start: '1999-05-03T09:00', End: '1999-05-03T09:45' }, 'Start'],
  ['a day beyond the calendar', { Start: '2099-05-04T09:00', End: '2099-05-04T09:45' }, 'Start'],
  ['a closed billing period', { Start: '2026-09-14T09:00', End: '2026-09-14T09:45' }, 'Start'],
  ['an unknown provider', { ProviderId: demoId('demo', 'provider', 'nobody') }, 'ProviderId'],
  ["another site's provider", { ProviderId: cast2.providers.ingrid }, 'ProviderId'],
  ['an unknown facility', { FacilityId: cast2.facilities.lakeside }, 'FacilityId'],
  ['an unknown case', { CaseId: demoId('demo', 'case', 'nobody') }, 'CaseId'],
  ['a type the facility does not have', { VisitTypeName: 'Skydiving' }, 'VisitTypeName'],
  ['a type without patients', { VisitTypeName: 'Team meeting' }, 'VisitTypeName'],
  ['a room it does not have', { RoomId: demoId('demo', 'room', 'nowhere') }, 'RoomId'],
  ['a tag there is not', { TagIds: [demoId('demo', 'visit tag', 'nothing')] }, 'TagIds'],
])('%s is refused with a sentence and books nothing', async (_what, changes, field) => {
  const refused = call('visits.create', booking(changes), { as: 'front' });
  await expect(refused).rejects.toMatchObject({ kind: 'invalid', fields: { [field]: expect.any(String) } });
  expect(await db.owner(`select from visits where "VisitId" = $1`, [booking({}).VisitId])).toEqual([]);
});
