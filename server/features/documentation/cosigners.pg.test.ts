import { afterEach, beforeEach, expect, test } from 'vitest';
import { usuallyApplied } from '#contract/address-book/applied-rules.ts';
import { usuallyAsked } from '#contract/address-book/chart-rules.ts';
import { cast, cast2 } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
let call: Commands;
beforeEach(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterEach(() => db.close());

const { maya, ben, tess } = cast.providers;
const id = cast.visits.today.ptaInProgress;
const CaseId = demoId('demo', 'case', 'person-29');
const [pt, pta] = [{ as: 'pt' }, { as: 'pta' }] as const;

async function write(changes: object = {}): Promise<void> {
  const text = { Subjective: 's', Objective: 'o', Assessment: 'a', Plan: 'p', ...changes };
  await call('documentation.save', { id: CaseId, VisitId: id, changes: text } as never, pta);
  const ServiceId = '01990000-0000-7000-8000-000000000001';
  const services = [{ ServiceId, CPT_Code: '97110', Minutes: 30, Count: null }];
  await call('charges.save', { id, services } as never, pta);
}
const sign = (CosignerProviderId?: string) =>
  call('documentation.sign', { id, ...(CosignerProviderId !== undefined && { CosignerProviderId }) } as never, pta);
const cosign = (as: 'pt' | 'ben' = 'pt') => call('documentation.cosign', { id } as never, { as });
const set = (provider: string, change: string) =>
  db.owner(`update providers set ${change} where "ProviderId" = $1`, [provider]);
const lastDeeds = async () => {
  const { history } = await call('visits.history', { id } as never, pt);
  return history.slice(-2).map(({ action, note }) => [action, note]);
};

test('where nobody is chosen, the supervisor is asked', async () => {
  await write();
  const { visitNote } = await sign();
  expect(visitNote).toMatchObject({ cosignRequired: true, CosignerProviderId: maya });
  await cosign();
  expect(await lastDeeds()).toEqual([
    ['cosigned', null],
    ['moved', null],
  ]);
});

test('without a supervisor it is the therapist of the case, and whom the note names before anyone', async () => {
  await set(tess, `"SupervisorProviderId" = null`);
  await db.owner(
    `update visit_notes set "cosignedByProviderId" = $2 where "CaseId" = $1 and "cosignedAt" is not null`,
    [CaseId, ben],
  );
  await db.owner(`update cases set "ProviderId" = $2 where "CaseId" = $1`, [CaseId, ben]);
  await write({ CosignerProviderId: maya });
  expect((await sign()).visitNote.CosignerProviderId).toBe(maya);
});

test('whom the signer chooses is asked, and comes first in their queue', async () => {
  await write();
  expect((await sign(ben)).visitNote.CosignerProviderId).toBe(ben);
  const first = async (as: 'pt' | 'ben') => (await call('documentation.toDo', {}, { as })).toCosign[0]?.NoteId;
  expect(await first('ben')).toBe(id);
  // Another one that is older and asks nobody.
  await db.owner(
    `update visit_notes set "cosignRequired" = true, "cosignedAt" = null, "cosignedByProviderId" = null, "CosignerProviderId" = null
     where "NoteId" = $1`,
    [cast.visits.past.submittedUnpaid],
  );
  expect(await first('ben')).toBe(id);
});

test('another therapist of the discipline cosigns all the same, and the visit says who was asked', async () => {
  await write();
  await sign(ben);
  const { visitNote, visit } = await cosign('pt');
  expect(visitNote).toMatchObject({ CosignerProviderId: ben, cosignedByProviderId: maya });
  expect(visit?.stage).toBe('billing');
  expect((await lastDeeds())[0]).toEqual(['cosigned', 'Asked to cosign: Ben Sandoval, PT.']);
});

test('who is not of the discipline of the case does not cosign', async () => {
  await write();
  await sign();
  await set(maya, `"Type" = 'OT'`);
  await expect(cosign()).rejects.toThrow('Only a therapist of PT can cosign this note.');
  await set(maya, `"Type" = 'PTA'`);
  await expect(cosign()).rejects.toThrow('Only a therapist of PT can cosign this note.');
});

test.each([
  ['an assistant', cast.providers.owen],
  ['a therapist of another discipline', cast.providers.clara],
  ['somebody of another site', cast2.providers.ingrid],
  ['nobody there is', '01990000-0000-7000-8000-0000000000ff'],
  ['the signer', tess],
])('%s is not asked to cosign, and nothing is signed', async (_name, asked) => {
  await write();
  await expect(sign(asked)).rejects.toMatchObject({ kind: 'changed-elsewhere' });
  const changes = { CosignerProviderId: asked };
  const save = call('documentation.save', { id: CaseId, VisitId: id, changes } as never, pta);
  await expect(save).rejects.toMatchObject({ kind: 'user-visible' });
  const [row] = await db.owner(`select "signedAt", "CosignerProviderId" from visit_notes where "NoteId" = $1`, [id]);
  expect(row).toEqual({ signedAt: null, CosignerProviderId: null });
});

const ofBen = `where site = 'demo' and "EmployeeId" = $1`;
test.each([
  ['has no user', `"EmployeeId" = null`],
  ['can’t sign in', `"Disabled" = true`],
  ['may not cosign', `roles = '{}', "individualPermissions" = '{"write notes","sign notes"}'`],
])('a therapist who %s is not asked to cosign, chosen or by rule', async (_name, change) => {
  await write();
  await db.owner(`update users set ${change} ${ofBen}`, [ben]);
  await expect(sign(ben)).rejects.toMatchObject({
    message: 'This therapist has no user with permission to cosign notes. Choose another one. The note is not signed.',
  });
  const save = call(
    'documentation.save',
    { id: CaseId, VisitId: id, changes: { CosignerProviderId: ben } } as never,
    pta,
  );
  await expect(save).rejects.toThrow('This therapist has no user with permission to cosign notes.');
  await db.owner(`update providers set "SupervisorProviderId" = $2 where "ProviderId" = $1`, [tess, ben]);
  expect((await sign()).visitNote.CosignerProviderId).toBe(maya);
});

test('a superuser who is a therapist is asked without the permission', async () => {
  await write();
  await db.owner(`update users set roles = '{}', "individualPermissions" = '{}', "SuperUser" = true ${ofBen}`, [ben]);
  expect((await sign(ben)).visitNote.CosignerProviderId).toBe(ben);
});

test('a note is saved with a cosigner who can be one', async () => {
  await write({ CosignerProviderId: ben });
  expect((await sign()).visitNote.CosignerProviderId).toBe(ben);
});

const payers = (allows: boolean) => {
  const rules = { ...usuallyApplied('commercial'), ...usuallyAsked('commercial'), AssistantMayFinalize: allows };
  return db.owner(`update payers set "DatedRules" = $1`, [JSON.stringify([{ EffectiveFrom: null, ...rules }])]);
};

test.each([
  [true, true, 'S', true],
  [false, true, 'S', false],
  [true, false, 'S', false],
  [true, true, 'C', false],
] as const)('site %s, payer %s, permission %s: final %s', async (site, payer, permission, isFinal) => {
  await db.owner(`update sites set settings = settings || $1 where site = 'demo'`, [
    JSON.stringify({ assistant_may_finalize: site }),
  ]);
  await payers(payer);
  await set(tess, `"NotesPermission" = '${permission}', notes_permissions = '[]'`);
  await write({ CosignerProviderId: maya });
  const { visitNote, visit } = await sign();
  expect(visitNote).toMatchObject({ cosignRequired: !isFinal, CosignerProviderId: isFinal ? null : maya });
  expect(visit?.stage).toBe(isFinal ? 'billing' : 'review');
});
