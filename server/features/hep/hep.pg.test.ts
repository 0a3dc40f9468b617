import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#contract/base/dates.ts';
import type { CaseId } from '#contract/base/ids.ts';
import { exerciseIdOf } from '#contract/exercises/library.ts';
import type { OwnProgram } from '#contract/hep/endpoints.ts';
import { newItem } from '#contract/hep/from-flowsheet.ts';
import { HomeProgramId, HomeProgramLogId, RtmEpisodeId } from '#contract/hep/ids.ts';
import { barContact } from '#server/kit/messages/ledger.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { patientToken } from '#server/testing/patient-session.ts';

let api: TestApi;
let call: Commands;
let of: { CaseId: CaseId; PatientId: string; FacilityId: string };
beforeAll(async () => {
  api = await testApi(undefined, {}, { hasRounds: false });
  call = commandsOn(api.db);
  const [row] = await api.db.owner<typeof of>(
    `select c."CaseId", c."PatientId", c."FacilityId" from cases c join case_exercises e on e.site = c.site and e."CaseId" = c."CaseId"
     where c.site = 'demo' limit 1`,
  );
  if (!row) throw new Error('The demo clinic has no flowsheet');
  of = row;
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.owner(`delete from home_program_logs; delete from home_programs`);
  await api.db.owner(`delete from patient_links where purpose = 'hep'`);
  await api.db.owner(`update cases set "DischargedAt" = null where "CaseId" = $1`, [of.CaseId]);
  await consents({ email: true, text: true });
});

/** What the patient said about home programs, the last thing of each way. */
async function consents(to: { email: boolean; text: boolean }): Promise<void> {
  await api.db.owner(`update patients set "Email" = 'gus@example.org', "Phone" = '5035550142' where "PatientId" = $1`, [
    of.PatientId,
  ]);
  await api.db.owner(`delete from consent_ledger where "PatientId" = $1 or "contactHash" is not null`, [of.PatientId]);
  for (const [channel, given] of Object.entries(to))
    if (given)
      await api.db.owner(
        `insert into consent_ledger (site, "PatientId", channel, purpose, given, how, wording)
         values ('demo', $1, $2, 'hep', true, 'page', 'test')`,
        [of.PatientId, channel],
      );
}
const bridge = newItem({ ExerciseId: exerciseIdOf('bridge'), Version: 1 }, '3x10');
const clamshell = newItem({ ExerciseId: exerciseIdOf('clamshell'), Version: 1 }, null);

async function make(Items = [bridge, clamshell], HandedOutOn: string | null = null) {
  const id = HomeProgramId.parse(randomUUID());
  const program = { HomeProgramId: id, CaseId: of.CaseId, Items, Note: 'Stop if it hurts.', HandedOutOn };
  const { homeProgram } = await call('hep.createHomeProgram', program, { as: 'pt' });
  return homeProgram;
}
const send = (id: HomeProgramId) => call('hep.send', { id }, { as: 'pt' });

describe('what a therapist writes', () => {
  test('a draft is changed and removed', async () => {
    const { HomeProgramId: id, Version } = await make();
    expect(Version).toBeNull();
    const changed = await call('hep.updateHomeProgram', { id, changes: { Items: [clamshell] } }, { as: 'pt' });
    expect(changed.homeProgram).toMatchObject({ Items: [clamshell], Version: null, SentAt: null, Via: [] });
    expect(await call('hep.removeHomeProgram', { id }, { as: 'pt' })).toEqual({ removed: true });
  });

  test.each([
    ['no exercise', [], 'Add an exercise. Nothing was changed.'],
    ['a dose nobody can read', [{ ...bridge, Dose: 'lots' }], /^Bridge: “lots” is not part of a dose/],
    ['an exercise that is none', [{ ...bridge, ExerciseId: randomUUID() as never }], /was not found/],
    ['a version that is none', [{ ...bridge, Version: 9 }], /was not found/],
  ])('%s is refused', async (_name, Items, message) => {
    await expect(make(Items)).rejects.toMatchObject({ kind: 'invalid', message: expect.stringMatching(message) });
  });

  test('on paper it gets its number, and stays as it is', async () => {
    const first = await make([bridge], '2026-11-20');
    const second = await make([clamshell]);
    expect(first).toMatchObject({ Version: 1, SentAt: null, HandedOutOn: '2026-11-20' });
    const id = second.HomeProgramId;
    const given = await call('hep.updateHomeProgram', { id, changes: { HandedOutOn: '2026-11-21' } }, { as: 'pt' });
    expect(given.homeProgram.Version).toBe(2);
    await expect(
      call('hep.updateHomeProgram', { id, changes: { Items: [bridge] } }, { as: 'pt' }),
    ).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('Copy it to make the next version.'),
    });
    await expect(call('hep.removeHomeProgram', { id }, { as: 'pt' })).rejects.toMatchObject({ kind: 'conflict' });
    await expect(
      api.db.owner(`update home_programs set "Items" = '[]' where "HomeProgramId" = $1`, [id]),
    ).rejects.toThrow('stays as it is');
  });
});

describe('sending', () => {
  test('a link goes where the patient has agreed, and the program gets its number once', async () => {
    const { HomeProgramId: id } = await make();
    const { homeProgram, reached } = await send(id);
    expect(reached.toSorted()).toEqual(['email', 'text']);
    expect(homeProgram).toMatchObject({ Version: 1, SentAt: expect.any(String) });
    const sent = await api.db.owner<{ body: string; subject: string }>(
      `select body, subject from outbound_messages where kind = 'hep' order by "createdAt" desc, channel limit 2`,
    );
    for (const { body, subject } of sent) {
      expect(body).toContain('Your home program is ready.');
      expect(body).toMatch(/\/s\/demo\.[\w-]{22}/);
      expect(`${body}${subject}`).not.toMatch(/bridge|clamshell|therap(y|ist) for|exercise/i);
    }
    const again = await send(id);
    expect(again.homeProgram).toMatchObject({ Version: 1, SentAt: homeProgram.SentAt });
    const links = await api.db.owner(`select 1 from patient_links where purpose = 'hep'`);
    expect(links).toHaveLength(2);
  });

  test('without consent nothing is changed', async () => {
    await consents({ email: false, text: false });
    const { HomeProgramId: id } = await make();
    expect(await send(id)).toMatchObject({
      homeProgram: { Version: null, SentAt: null },
      reached: [],
      why: 'no-consent',
    });
    expect(await api.db.owner(`select 1 from patient_links where purpose = 'hep'`)).toEqual([]);
  });

  test('what the patient says when asked goes into the ledger, but where a number said STOP', async () => {
    await consents({ email: false, text: false });
    await api.db.tx(messagesOf('demo'), (tx) =>
      barContact(tx, 'demo', { channel: 'text', value: '5035550142' }, new Date()),
    );
    const { HomeProgramId: id } = await make();
    const { reached } = await call('hep.send', { id, hasAgreed: true }, { as: 'pt' });
    expect(reached).toEqual(['email']);
    const said = await api.db.owner(
      `select channel, purpose, given, how, "UserId" is not null as "isByUser" from consent_ledger where "PatientId" = $1`,
      [of.PatientId],
    );
    expect(said).toEqual([{ channel: 'email', purpose: 'hep', given: true, how: 'staff', isByUser: true }]);
  });

  test('long after discharge nothing is sent', async () => {
    const { HomeProgramId: id } = await make();
    await api.db.owner(`update cases set "DischargedAt" = '2020-01-01' where "CaseId" = $1`, [of.CaseId]);
    await expect(send(id)).rejects.toMatchObject({ kind: 'user-visible' });
  });
});

const asked = (token: string, method: 'GET' | 'POST', path: string, payload?: object) =>
  api.app.inject({
    method,
    url: `/api/hep${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  });
const asPatient = (more: object = {}) =>
  patientToken(api, { kind: 'patient', PatientId: of.PatientId, level: 'L1', scope: 'hep', ...more });
const read = async (token: string) => (await asked(token, 'GET', '/program')).json<OwnProgram>();

describe('the patient', () => {
  test('sees the newest version, in both languages, and no draft', async () => {
    await make([clamshell], '2026-11-20');
    await make([{ ...bridge, Note: 'Slowly, please.' }], '2026-11-21');
    await make([clamshell]);
    const program = await read(await asPatient());
    expect(program).toMatchObject({ clinic: 'Harborview Therapy', notes: ['Stop if it hurts.'], logs: [] });
    expect(program.items).toHaveLength(1);
    expect(program.items[0]).toMatchObject({
      ExerciseId: bridge.ExerciseId,
      en: { Name: 'Bridge', dose: '3 sets of 10' },
      es: { Name: 'Puente', dose: '3 series de 10' },
      counts: { sets: 3, reps: 10, seconds: null },
      Note: 'Slowly, please.',
      figure: expect.stringContaining('<svg'),
    });
  });

  test('logs once what is sent twice; each is audited, and held by devices of the clinic', async () => {
    const { HomeProgramId } = await make([bridge], '2026-11-20');
    const token = await asPatient();
    const { today } = await read(token);
    const log = (more: object = {}) => ({
      HomeProgramLogId: HomeProgramLogId.parse(randomUUID()),
      HomeProgramId,
      ExerciseId: bridge.ExerciseId,
      day: today,
      done: true,
      Pain: 3,
      Difficulty: 'right' as const,
      ...more,
    });
    const first = log();
    const logs = [
      first,
      log({ day: addDays(today, -1), Pain: null, Difficulty: null }),
      log({ ExerciseId: clamshell.ExerciseId }),
      log({ HomeProgramId: randomUUID() }),
      log({ day: addDays(today, 3) }),
      log({ day: addDays(today, -61) }),
    ];
    const reply = await asked(token, 'POST', '/logs', { logs });
    const ids = logs.map(({ HomeProgramLogId: id }) => id);
    expect(reply.json()).toEqual({ taken: ids.slice(0, 2), refused: ids.slice(2) });
    expect((await asked(token, 'POST', '/logs', { logs: [first] })).json()).toEqual({ taken: [ids[0]], refused: [] });
    expect((await read(token)).logs).toEqual([logs[1], first]);
    const kept = await api.db.owner(
      `select "Version", "CaseId", "PatientId" from home_program_logs where "HomeProgramLogId" = $1`,
      [ids[0]],
    );
    expect(kept).toEqual([{ Version: 1, CaseId: of.CaseId, PatientId: of.PatientId }]);
    const changes = await api.db.owner(`select 1 from sync_change where entity = 'homeProgramLogs' and pk = $1`, [
      ids[0],
    ]);
    expect(changes).toHaveLength(1);
    const [entry] = await api.db.owner(
      `select action, "PatientId", detail from audit_entry where entity = 'homeProgramLogs' and action like 'patient%' order by id desc limit 1`,
    );
    expect(entry).toMatchObject({
      action: 'patient change',
      PatientId: of.PatientId,
      detail: { principal: 'patient', level: 'L1' },
    });
  });

  test('logs pain of 8 or more, and a task asks once a day to call', async () => {
    await api.db.owner(`delete from tasks where "Kind" = 'homePain'`);
    const { HomeProgramId } = await make([bridge, clamshell], '2026-11-20');
    const token = await asPatient();
    const { today } = await read(token);
    const log = (Pain: number, day = today, { ExerciseId } = bridge) => ({
      HomeProgramLogId: randomUUID(),
      HomeProgramId,
      ExerciseId,
      day,
      Pain,
      done: true,
      Difficulty: null,
    });
    const logs = [log(7, addDays(today, -2)), log(8), log(10, today, clamshell), log(9, addDays(today, -1))];
    for (const _ of [1, 2])
      expect((await asked(token, 'POST', '/logs', { logs })).json()).toMatchObject({ refused: [] });
    const tasks = await api.db.owner(
      `select subject, "PatientId", "CaseId", "dueOn"::text, "IsDone" from tasks where "Kind" = 'homePain' order by subject desc`,
    );
    const rest = { PatientId: of.PatientId, CaseId: of.CaseId, dueOn: today, IsDone: false };
    expect(tasks).toEqual([today, addDays(today, -1)].map((day) => ({ subject: `${of.CaseId} ${day}`, ...rest })));
    // A phone that sends the same again once these are done asks for nothing; a new entry does.
    await api.db.owner(`update tasks set "IsDone" = true where "Kind" = 'homePain'`);
    const openOnes = () => api.db.owner(`select subject from tasks where "Kind" = 'homePain' and not "IsDone"`);
    await asked(token, 'POST', '/logs', { logs });
    expect(await openOnes()).toEqual([]);
    await asked(token, 'POST', '/logs', { logs: [log(8)] });
    expect(await openOnes()).toEqual([{ subject: `${of.CaseId} ${today} 2` }]);
  });

  test('sees nothing any more 90 days after discharge', async () => {
    await make([bridge], '2026-11-20');
    const token = await asPatient();
    const { today } = await read(token);
    await api.db.owner(`update cases set "DischargedAt" = $2 where "CaseId" = $1`, [of.CaseId, addDays(today, -90)]);
    expect((await read(token)).items).toHaveLength(1);
    await api.db.owner(`update cases set "DischargedAt" = $2 where "CaseId" = $1`, [of.CaseId, addDays(today, -91)]);
    expect((await read(token)).items).toEqual([]);
  });

  test('other sessions see none, and another patient sees their own alone', async () => {
    await make([bridge], '2026-11-20');
    for (const scope of ['visits', 'intake', 'pay']) {
      const { statusCode, body } = await asked(await asPatient({ scope }), 'GET', '/program');
      expect([statusCode, body]).toEqual([403, expect.stringContaining('problem with your login details')]);
    }
    expect((await asked('none', 'GET', '/program')).statusCode).toBe(401);
    const [other] = await api.db.owner<{ PatientId: string }>(
      `select "PatientId" from patients where site = 'demo' and "PatientId" <> $1 limit 1`,
      [of.PatientId],
    );
    const token = await patientToken(api, {
      kind: 'patient',
      PatientId: other?.PatientId ?? '',
      level: 'L1',
      scope: 'hep',
    });
    expect((await read(token)).items).toEqual([]);
  });
});

test('a day of a case is monitored once', async () => {
  await api.db.owner(`delete from rtm_episodes`);
  const add = (From: string, Until: string | null) =>
    call(
      'hep.createRtmEpisode',
      {
        RtmEpisodeId: RtmEpisodeId.parse(randomUUID()),
        CaseId: of.CaseId,
        From,
        Until,
        Consent: 'verbal',
        ConsentOn: From,
        Note: null,
      },
      { as: 'pt' },
    );
  const { rtmEpisode } = await add('2026-03-01', '2026-03-31');
  const refusal = { kind: 'invalid', message: expect.stringContaining('has some of these days') };
  for (const [from, until] of [
    ['2026-03-31', null],
    ['2026-02-01', '2026-03-01'],
    ['2026-02-01', null],
    ['2026-03-10', '2026-03-12'],
  ] as const)
    await expect(add(from, until)).rejects.toMatchObject(refusal);
  await add('2026-04-01', null);
  const change = { id: rtmEpisode.RtmEpisodeId, changes: { Until: '2026-04-01' } };
  await expect(call('hep.updateRtmEpisode', change, { as: 'pt' })).rejects.toMatchObject(refusal);
  await expect(add('2026-06-01', '2026-05-01')).rejects.toMatchObject({ kind: 'invalid' });
});
