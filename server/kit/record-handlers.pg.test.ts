import { afterAll, beforeAll, expect, test } from 'vitest';
import { FacilityId, HolidayId } from '#contract/base/ids.ts';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const as = { as: 'admin' } as const;
const harborview = FacilityId.parse(cast.facilities.harborview);
const riverside = FacilityId.parse(cast.facilities.riverside);
const newId = () => HolidayId.parse(crypto.randomUUID());
const holiday = (id: HolidayId, FacilityIds: FacilityId[] | null = null) => ({
  HolidayId: id,
  Name: 'Founders day',
  day: '2026-12-04',
  FacilityIds,
});
const archive = (id: FacilityId, Inactive: boolean) => api.call('facilities.update', { id, Inactive }, as);

test('an id that is taken is refused with the row that has it, but where a removal is taken back', async () => {
  const made = holiday(newId());
  const { holiday: stored } = await api.call('scheduling.createHoliday', made, as);
  await expect(api.call('scheduling.createHoliday', { ...made, Name: 'Other' }, as)).rejects.toMatchObject({
    kind: 'conflict',
    current: stored,
  });
  const again = await api.call('scheduling.createHoliday', { ...made, Name: 'Other', restores: true }, as);
  expect(again.holiday).toEqual(stored);
  await api.call('scheduling.removeHoliday', { id: made.HolidayId }, as);
  const back = await api.call('scheduling.createHoliday', { ...made, restores: true }, as);
  expect(back.holiday).toMatchObject(made);
});

test('a facility that is archived closes for no new holiday; one that has it already keeps it', async () => {
  const made = holiday(newId(), [riverside, riverside]);
  await api.call('scheduling.createHoliday', made, as);
  await archive(riverside, true);
  const closed = { fields: { FacilityIds: 'One of these facilities is archived.' } };
  await expect(api.call('scheduling.createHoliday', holiday(newId(), [riverside]), as)).rejects.toMatchObject(closed);
  const changes = { FacilityIds: [riverside, harborview] };
  await api.call('scheduling.updateHoliday', { id: made.HolidayId, changes }, as);
  await api.call('scheduling.removeHoliday', { id: made.HolidayId }, as);
  const back = await api.call('scheduling.createHoliday', { ...made, restores: true }, as);
  expect(back.holiday).toMatchObject(made);
  await archive(riverside, false);
});

test('what a record names has to be there', async () => {
  const nowhere = FacilityId.parse(crypto.randomUUID());
  await expect(api.call('scheduling.createHoliday', holiday(newId(), [nowhere]), as)).rejects.toMatchObject({
    kind: 'invalid',
    fields: { FacilityIds: 'This facility was not found.' },
  });
});
