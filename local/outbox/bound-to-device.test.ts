import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { patient, visit } from '#contract/testing/rows.ts';
import { draftKeys, readDraft, saveDraft, type SavedForm } from '../drafts/drafts.ts';
import { device, lockDevice, openDevice, ownDevice, whileOpen } from '../store/device.ts';
import { newId } from '../store/new-id.ts';
import { stoodAgainst } from '../reads/clashes.ts';
import { readRow, readWhere } from '../reads/reads.ts';
import { memoryFiles, mirrorRows, newDataKey, testDevice, type TestDevice } from '../testing/device.ts';
import { parkedCalls, queueWrite, queueWrites, waitingCalls } from './outbox.ts';
import { replaceCalls, resendCalls } from './refused-calls.ts';

const update = { id: patient.PatientId, changes: { Email: 'ana@demo.test' } };
const form = `form:patient:${patient.PatientId}`;

let ours: { UserId: string; dataKey: CryptoKey; files: TestDevice['files'] };
let saved: SavedForm;

beforeEach(async () => {
  ours = { UserId: newId(), dataKey: await newDataKey(), files: memoryFiles() };
  saved = { key: form, on: await testDevice(ours) };
  await saveDraft(form, { Email: 'ana@demo.test' });
});
afterEach(() => {
  vi.restoreAllMocks();
  lockDevice();
});

/** The device of the first person is locked, and another comes in. */
async function anotherComesIn(): Promise<void> {
  lockDevice();
  await testDevice();
}

async function expectNothingHere(): Promise<void> {
  expect([await waitingCalls(), await parkedCalls(), await draftKeys()]).toEqual([[], [], []]);
}

async function expectTheirDraft(): Promise<void> {
  lockDevice();
  await testDevice(ours);
  expect([await waitingCalls(), await readDraft(form)]).toEqual([[], { Email: 'ana@demo.test' }]);
}

test('a form that hangs while its device is locked is not saved for who comes in then, and its text is kept', async () => {
  await anotherComesIn();
  const refused = { kind: 'signed-out' };
  await expect(queueWrite('patients.update', update, {}, saved)).rejects.toMatchObject(refused);
  await expect(queueWrites([{ name: 'patients.update', input: update }], saved)).rejects.toMatchObject(refused);
  await expect(resendCalls([{ mid: 1 }], saved)).rejects.toMatchObject(refused);
  await expect(replaceCalls([1], 'patients.update', update, {}, saved)).rejects.toMatchObject(refused);
  await expectNothingHere();
  await expectTheirDraft();
});

test('the same of what autosave writes, with its draft', async () => {
  const draft = { key: form, turn: Date.now(), value: { Email: 'other@demo.test' }, on: saved.on };
  await anotherComesIn();
  await expect(queueWrite('patients.update', update, {}, draft)).rejects.toMatchObject({ kind: 'signed-out' });
  await expectNothingHere();
  await expectTheirDraft();
});

test.each(['before', 'after'])('a save whose cipher hangs %s the next person comes in is nowhere', async (when) => {
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  const hangs = Promise.withResolvers<void>();
  const begun = vi.spyOn(crypto.subtle, 'encrypt').mockImplementationOnce(async (...given) => {
    await hangs.promise;
    return encrypt(...given);
  });
  const write = queueWrite('patients.update', update).catch((error: unknown) => error);
  await vi.waitFor(() => expect(begun).toHaveBeenCalled());
  if (when === 'before') lockDevice();
  else await anotherComesIn();
  hangs.resolve();
  expect(await write).toMatchObject({ kind: 'signed-out' });
  if (when === 'before') await testDevice();
  await expectNothingHere();
  await expectTheirDraft();
});

test('nor is it saved twice where the same person comes back: the form is offered again', async () => {
  lockDevice();
  await testDevice(ours);
  await expect(queueWrite('patients.update', update, {}, saved)).rejects.toMatchObject({ kind: 'signed-out' });
  expect([await waitingCalls(), await readDraft(form)]).toEqual([[], { Email: 'ana@demo.test' }]);
});

test('where lost databases are opened anew without a lock, the session goes on', async () => {
  const own = ownDevice();
  const again = await openDevice({ site: 'demo', ...ours });
  expect([again === saved.on, own() === again]).toEqual([false, true]);
  await queueWrite('patients.update', update, {}, saved);
  expect([(await waitingCalls()).length, await readDraft(form)]).toEqual([1, undefined]);
});

const reads: [name: string, read: () => Promise<unknown>][] = [
  ['a row', () => readRow('patients', patient.PatientId)],
  ['rows of an index', () => readWhere('visits', { index: 'PatientId', equals: patient.PatientId })],
  ['a draft', () => readDraft(form)],
];

test.each(reads)(
  'what follows a read of %s that hangs until the next person is in is not queued',
  async (_name, read) => {
    await mirrorRows(device(), 'patients', [patient]);
    await mirrorRows(device(), 'visits', [visit]);
    const decrypt = crypto.subtle.decrypt.bind(crypto.subtle);
    const hangs = Promise.withResolvers<void>();
    const begun = vi.spyOn(crypto.subtle, 'decrypt').mockImplementationOnce(async (...given) => {
      await hangs.promise;
      return decrypt(...given);
    });
    const press = read().then(() => queueWrite('patients.update', update));
    const outcome = press.catch((error: unknown) => error);
    await vi.waitFor(() => expect(begun).toHaveBeenCalled());
    await anotherComesIn();
    hangs.resolve();
    expect(await outcome).toMatchObject({ kind: 'signed-out' });
    await expectNothingHere();
  },
);

test('nor what follows a file that comes late, or an answer that fails late', async () => {
  const comes = Promise.withResolvers<void>();
  const fails = Promise.withResolvers<void>();
  const presses = [comes, fails].map(({ promise }) =>
    whileOpen(() => promise)
      .then(() => queueWrite('patients.update', update))
      .catch((error: unknown) => error),
  );
  await anotherComesIn();
  comes.resolve();
  fails.reject(new Error('The server does not answer.'));
  for (const outcome of await Promise.all(presses)) expect(outcome).toMatchObject({ kind: 'signed-out' });
  await expectNothingHere();
});

test('of two writes of one press the second is not queued for who comes in while the first is copied', async () => {
  const hangs = Promise.withResolvers<void>();
  const copied = vi.spyOn(ours.files, 'write').mockImplementationOnce(() => hangs.promise);
  const twice = (async () => {
    await queueWrite('patients.update', update);
    await queueWrite('patients.update', update);
  })().catch((error: unknown) => error);
  await vi.waitFor(() => expect(copied).toHaveBeenCalled());
  await anotherComesIn();
  hangs.resolve();
  expect(await twice).toMatchObject({ kind: 'signed-out' });
  await expectNothingHere();
  lockDevice();
  await testDevice(ours);
  expect(await waitingCalls()).toHaveLength(1);
});

test('what a press asked ahead fails nobody before the press waits for it', async () => {
  await mirrorRows(device(), 'visits', [visit]);
  const stood = stoodAgainst(visit);
  await anotherComesIn();
  // Long enough to be told as an error that nobody takes.
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect(stood).rejects.toMatchObject({ kind: 'signed-out' });
});

const presses: [name: string, write: () => Promise<unknown>][] = [
  ['one', () => queueWrite('patients.update', update)],
  ['of several', () => queueWrites([{ name: 'patients.update', input: update }])],
  ['in the place of others', () => replaceCalls([], 'patients.update', update, {})],
];

test.each(presses)(
  'a call, %s, that is on disk is not called unsaved where its device was locked',
  async (_, write) => {
    const hangs = Promise.withResolvers<void>();
    const copied = vi.spyOn(ours.files, 'write').mockImplementationOnce(() => hangs.promise);
    const outcome = write().catch((error: unknown) => error);
    await vi.waitFor(() => expect(copied).toHaveBeenCalled());
    lockDevice();
    hangs.resolve();
    expect(await outcome).toMatchObject({
      kind: 'signed-out',
      message: 'Saved. The screen was locked before the next step.',
    });
    await testDevice(ours);
    expect(await waitingCalls()).toHaveLength(1);
  },
);
