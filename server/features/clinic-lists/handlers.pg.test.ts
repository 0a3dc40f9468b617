import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const as = { as: 'admin' } as const;
const setup = () => api.call('session.setup', {}, { as: 'pt' });

test('case questions are asked while in use, and kept when they are not', async () => {
  const id = crypto.randomUUID();
  await api.call('clinicLists.saveCustomCaseInput', { id, Label: 'Sport', Inactive: false }, as);
  expect((await setup()).activeCustomCaseInputs).toContainEqual({ CustomCaseInputId: id, Label: 'Sport' });
  const again = { id: crypto.randomUUID(), Label: 'SPORT', Inactive: false };
  await expect(api.call('clinicLists.saveCustomCaseInput', again, as)).rejects.toMatchObject({ kind: 'conflict' });
  await api.call('clinicLists.saveCustomCaseInput', { id, Label: 'Sports', Inactive: true }, as);
  const { activeCustomCaseInputs } = await api.call('clinicLists.activeCustomCaseInputs', {}, { as: 'pt' });
  expect(activeCustomCaseInputs.map((one) => one.CustomCaseInputId)).not.toContain(id);
  const { customCaseInputs } = await api.call('clinicLists.all', {}, as);
  expect(customCaseInputs).toContainEqual({ CustomCaseInputId: id, Label: 'Sports', Inactive: true });
});

test('visit tags are in the setup, with those a user keeps at hand', async () => {
  const [id, stale] = [crypto.randomUUID(), crypto.randomUUID()];
  await api.call('clinicLists.saveVisitTag', { id, Name: 'Bring a towel', Inactive: false }, as);
  const { UserId } = (await setup()).currentUser;
  const Preferences = { favoritedTags: [id, stale] };
  await api.call('session.savePreferences', { id: UserId, Preferences }, { as: 'pt' });
  const { tags, favoritedTags } = await setup();
  expect(tags).toContainEqual({ TagId: id, Name: 'Bring a towel' });
  expect(favoritedTags).toEqual([id]);
  expect((await api.call('clinicLists.visitTags', {}, { as: 'pt' })).tags).toEqual(tags);
});

test('a payer reporting type is there once, whatever its case, however many add it at once', async () => {
  const add = (Description: string) => api.call('clinicLists.addPayerReportingType', { Description }, as);
  const outcomes = await Promise.allSettled(['Veterans', 'VETERANS', 'veterans', ' Veterans '].map(add));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const found = (await setup()).payerReportingTypes.filter((one) => /^veterans$/i.test(one.Description));
  expect(found).toHaveLength(1);
  const id = found[0]?.PayerReportingTypeId ?? '';
  await api.call('clinicLists.renamePayerReportingType', { id, Description: 'VA' }, as);
  expect((await setup()).payerReportingTypes).toContainEqual({ PayerReportingTypeId: id, Description: 'VA' });
});

test('are changed by who manages company settings, and each change is audited', async () => {
  const tag = { id: crypto.randomUUID(), Name: 'Mine', Inactive: false };
  await expect(api.call('clinicLists.saveVisitTag', tag, { as: 'pt' })).rejects.toMatchObject({
    kind: 'no-permission',
  });
  await api.call('clinicLists.saveVisitTag', tag, as);
  const audited = await api.db.owner(`select from audit_entry where entity = 'visitTags' and pk = $1`, [tag.id]);
  expect(audited).toHaveLength(1);
});

test('the setup explains the reason codes it names', async () => {
  const { reasonCodeDescriptions, prWriteoffReasonCodes } = await setup();
  expect(reasonCodeDescriptions).toMatchObject({ '45': expect.any(String), '253': 'Sequestration' });
  expect(prWriteoffReasonCodes.length).toBeGreaterThan(0);
  expect(prWriteoffReasonCodes.filter((code) => !reasonCodeDescriptions[code])).toEqual([]);
});
