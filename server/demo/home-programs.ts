import { addDays } from '#contract/base/dates.ts';
import { exerciseIdOf } from '#contract/exercises/library.ts';
import { newItem } from '#contract/hep/from-flowsheet.ts';
import type { Appointment } from './schedule.ts';
import { demoId } from './ids.ts';

/** Whose case has a home program, by site: charts with a flowsheet. */
const withProgram: Readonly<Record<string, string>> = { demo: 'gus', demo2: 'ada' };

const item = (key: string, Dose: string, often: object = {}) => ({
  ...newItem({ ExerciseId: exerciseIdOf(key), Version: 1 }, Dose),
  ...often,
});

/** A program that the patient got on paper, the time in which it is monitored, and what was logged of it on three days of the last week. */
export function homeProgramRows(site: string, visits: readonly Appointment[], today: string) {
  const key = withProgram[site] ?? '';
  const CaseId = demoId(site, 'case', key);
  const PatientId = visits.find(({ visit }) => visit.CaseId === CaseId)?.visit.PatientId;
  if (PatientId === undefined) return { home_programs: [], home_program_logs: [], rtm_episodes: [] };
  const HomeProgramId = demoId(site, 'homeProgram', `${key} 1`);
  const Items = [
    item('bridge', '3x10'),
    item('clamshell', '2x10 red band', { PerWeek: 3 }),
    item('heel-raise', '3x10', { PerDay: 2, Note: 'Hold on to the counter.' }),
  ];
  const of = { site, HomeProgramId, CaseId, PatientId };
  return {
    home_programs: [
      {
        ...of,
        Items,
        Note: 'Stop when pain gets worse.',
        HandedOutOn: addDays(today, -10),
        Version: 1,
        SentAt: null,
        Via: [],
      },
    ],
    rtm_episodes: [
      {
        site,
        RtmEpisodeId: demoId(site, 'rtmEpisode', key),
        CaseId,
        PatientId,
        From: addDays(today, -10),
        Until: null,
        Consent: 'verbal',
        ConsentOn: addDays(today, -10),
        Note: null,
      },
    ],
    home_program_logs: [-5, -4, -2].flatMap((back) =>
      Items.slice(0, 2).map(({ ExerciseId }, at) => ({
        ...of,
        HomeProgramLogId: demoId(site, 'homeProgramLog', `${back} ${at}`),
        Version: 1,
        ExerciseId,
        day: addDays(today, back),
        done: true,
        Pain: at + 1,
        Difficulty: at === 0 ? 'right' : 'easy',
        receivedAt: `${addDays(today, back)}T20:00:00Z`,
      })),
    ),
  };
}
