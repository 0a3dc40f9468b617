import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { openClinic } from '#shared/testing/clinic.tsx';
import { freshCall } from '#sync/changes/fresh-call.ts';
import { conflictViews } from './conflict-views.ts';

beforeEach(async () => void (await openClinic()));
afterEach(() => lockDevice());

const refused = (call: Partial<ParkedCall>) => ({ kind: 'changed-elsewhere', current: null, ...call }) as ParkedCall;
const fresh = (call: ParkedCall) => freshCall(conflictViews[call.name], { call, visit: undefined });
const ids = { ScriptId: 's', AuthorizationId: 'a' };
const base = { FacilityId: 'f', ProviderId: 'p', Start: '2026-12-01T09:00', End: '2026-12-01T10:00', Title: 'Team' };

describe('a refused call is sent again', () => {
  const name = 'scheduling.saveNonPatientVisit';

  test('over what is there now, with what the other one changed besides', async () => {
    const input = { ...base, id: 'b', accepted: [], Start: '2026-12-01T11:00', End: '2026-12-01T12:00' };
    const current = {
      ...base,
      NonPatientVisitId: 'b',
      Start: '2026-12-01T15:00',
      End: '2026-12-01T16:00',
      Title: 'All',
    };
    expect(await fresh(refused({ name, input, base, current }))).toEqual({
      input: { ...input, Title: 'All' },
      base: current,
    });
  });

  test('as a new one where the other one removed it', async () => {
    const input = { ...base, id: 'b', accepted: [] };
    expect(await fresh(refused({ name, input, base }))).toEqual({ input, base: {} });
  });

  test('as it was where something else stood against it', async () => {
    const input = { ...base, id: 'b', accepted: [] };
    const current = { issues: [] };
    expect(await fresh(refused({ name, kind: 'user-visible', input, base, current }))).toEqual({
      input,
      base,
    });
  });

  test('with the days as they are now', async () => {
    const [first, second] = ['2026-12-01', '2026-12-02'].map((day) => ({
      ProviderId: 'p',
      day,
      blocks: [],
      Note: null,
    }));
    const input = { customDayProviderSchedules: [first, second] };
    const current = { customDays: [{ ...first, Note: 'Ill', updated_at: '' }] };
    const call = refused({ name: 'scheduling.createCustomDays', input, base: { seen: [] }, current });
    const seen = [
      { ProviderId: 'p', day: first?.day, was: { blocks: [], Note: 'Ill' } },
      { ProviderId: 'p', day: second?.day, was: null },
    ];
    expect(await fresh(call)).toEqual({ input, base: { seen } });
  });

  test.each([
    ['cases.updateScript', { id: 's', changes: { Visits: 8 } }, { Visits: 12 }, { Visits: 20 }],
    ['cases.updateAuthorization', { id: 'a', changes: { Allowed: 8 } }, { Allowed: 12 }, { Allowed: 20 }],
    [
      'cases.discharge',
      { id: 'c', DischargedAt: '2026-11-17' },
      { DischargedAt: null },
      { DischargedAt: '2026-11-16' },
    ],
  ] as const)('%s as it is, by someone who has seen what is there', async (of, input, was, now) => {
    const current = { ...ids, ...now, Note: 'Theirs' };
    expect(await fresh(refused({ name: of, input, base: was, current }))).toEqual({ input, base: now });
  });

  test.each(['cases.removeScript', 'cases.removeAuthorization', 'scheduling.withdrawVisitRequest'] as const)(
    '%s as it is, of what is there now',
    async (of) => {
      const current = { ...ids, Visits: 20, Note: 'Theirs' };
      const call = refused({ name: of, input: { id: 's' }, base: { Visits: 12, Note: null }, current });
      expect(await fresh(call)).toEqual({ input: { id: 's' }, base: current });
      expect((await fresh({ ...call, kind: 'user-visible' })).base).toEqual(call.base);
    },
  );

  test('and deletes a case with all that hangs on it now', async () => {
    const current = { Title: 'Knee', scripts: [{ ScriptId: 's' }, { ScriptId: 't' }], authorizations: [] };
    const call = refused({
      name: 'cases.remove',
      input: { id: 'c' },
      base: { scripts: ['s'], authorizations: [] },
      current,
    });
    expect(await fresh(call)).toEqual({
      input: { id: 'c' },
      base: {
        scripts: ['s', 't'],
        authorizations: [],
        caseExercises: [],
        goals: [],
        plansOfCare: [],
        homePrograms: [],
        rtmEpisodes: [],
      },
    });
  });

  test('and puts someone back on the waitlist who was taken off', async () => {
    const waiting = { CaseId: 'c', Priority: 2, Note: null };
    const input = { ...waiting, Priority: 1, id: 'r' };
    const current = { ...waiting, Note: 'Mornings', state: 'withdrawn' };
    const call = refused({ name: 'scheduling.saveVisitRequest', input, base: waiting, current });
    expect(await fresh(call)).toEqual({
      input: { ...waiting, Priority: 1, Note: 'Mornings', id: 'r', reopens: true },
      base: current,
    });
  });
});
