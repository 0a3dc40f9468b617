import { addDays } from '#contract/base/dates.ts';
import { takesPlace } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { patientsOnDays } from '#local/store/bundles.ts';
import type { Device } from '#local/store/device.ts';
import { dayOf, hydratedDays } from '#local/store/kept-days.ts';
import { mirrorRowsOf, mirrorRowsWhere } from '#local/store/mirror-rows.ts';
import { readHydration, type Engine } from '../sync/engine.ts';
import { wantCharts } from './wanted-charts.ts';

/** So few that other work gets between. */
const perStep = 20;

export type LastNotes = {
  /** Looks at some of them; whether there are more. */
  next(): Promise<boolean>;
};

/**
 * Wants the charts of those who come today or tomorrow after a long pause: the last note of their case, which the
 * downtime pack prints, is older than the working set reaches. Each patient is looked at once a day, and a chart that
 * was fetched whole has every note there is: nobody is asked for again and again.
 */
export function lastNotes(engine: Engine): LastNotes {
  const { device } = engine;
  let looked = { day: '', mirror: device.mirrorKey.key, PatientIds: new Set<string>() };

  /** After a reset, which makes a new key, the charts are in parts again. */
  function lookedAt(day: string): Set<string> {
    const mirror = device.mirrorKey.key;
    if (looked.day !== day || looked.mirror !== mirror) looked = { day, mirror, PatientIds: new Set() };
    return looked.PatientIds;
  }

  return {
    async next() {
      const { P1At } = await readHydration(engine);
      if (P1At === null) return false;
      const today = dayOf(new Date());
      const days = { from: today, to: addDays(today, 1) };
      const seen = lookedAt(today);
      const coming = await patientsOnDays(device.mirror, days.from, days.to);
      const left = coming.filter((id) => !seen.has(id));
      const some = left.slice(0, perStep);
      for (const chart of await device.mirror.charts.bulkGet(some)) {
        if (!chart || chart.hydratedAt !== null) continue;
        if (await lacksNote(device, chart.PatientId, days, hydratedDays(P1At).from))
          wantCharts(engine, [chart.PatientId]);
      }
      for (const id of some) seen.add(id);
      return left.length > some.length;
    },
  };
}

/** Whether a case with a visit on these days began before `known` and has no signed note here from before the visit. */
async function lacksNote(
  device: Device,
  PatientId: string,
  days: { from: string; to: string },
  known: string,
): Promise<boolean> {
  const of = { index: 'PatientId', anyOf: [PatientId] };
  const [visits, cases] = await Promise.all([
    mirrorRowsWhere(device, 'visits', of),
    mirrorRowsWhere(device, 'cases', of),
  ]);
  const older = new Set(cases.flatMap((each) => (each.StartDate < known ? [each.CaseId] : [])));
  for (const visit of visits) {
    const day = visit.Start.slice(0, 10);
    if (day < days.from || day > days.to || !takesPlace(visit) || !older.has(visit.CaseId)) continue;
    const before = visits.filter(({ CaseId, Start }) => CaseId === visit.CaseId && Start < day);
    if (!(await hasSignedNote(device, before))) return true;
  }
  return false;
}

/** The latest first: mostly that one is signed, and no other has to be opened. */
async function hasSignedNote(device: Device, visits: readonly Visit[]): Promise<boolean> {
  for (const { VisitId } of visits.toSorted((a, b) => b.Start.localeCompare(a.Start))) {
    const [note] = await mirrorRowsOf(device, 'visitNotes', [VisitId]);
    if (note && note.signedAt !== null) return true;
  }
  return false;
}
