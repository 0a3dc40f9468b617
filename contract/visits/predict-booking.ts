import { definedFields } from '../base/defined-fields.ts';
import { wallTimeIn } from '../base/dates.ts';
import type { Case } from '../cases/case.ts';
import { predictionOf, type PredictedRows, type Read } from '../prediction.ts';
import { visitEndpoints, type VisitBooking } from './endpoints.ts';
import { futureVisits, othersInScope, shiftLike, type SeriesScope } from './series-scope.ts';
import { stageAfterMove } from './stage-after-move.ts';
import type { Visit } from './visit.ts';

/** A visit as it is shown until the server has booked it; its `updated_at` is when it was made (server: sync_stamp). */
function bookedVisit({ PatientId }: Case, SeriesId: Visit['SeriesId'], booking: VisitBooking, madeAt: string): Visit {
  return {
    ...booking,
    PatientId,
    SeriesId,
    stage: 'scheduled',
    intakeConflict: [],
    intakeIncomplete: false,
    ClaimId: null,
    CancelReason: null,
    PatientAsk: null,
    updated_at: madeAt,
  };
}

/** Whatever the clinic does with a visit answers what its patient asked for. */
export function answered({ PatientAsk }: Visit): { PatientAsk?: null } {
  return PatientAsk ? { PatientAsk: null } : {};
}

function putBooked(
  rows: PredictedRows,
  bookings: readonly VisitBooking[],
  SeriesId: Visit['SeriesId'],
  madeAt: string,
): void {
  for (const booking of bookings) {
    const of = rows.get('cases', booking.CaseId);
    if (of && !rows.get('visits', booking.VisitId)) rows.put('visits', bookedVisit(of, SeriesId, booking, madeAt));
  }
}

function bookingReads(bookings: readonly VisitBooking[]): Read[] {
  return [
    ...[...new Set(bookings.map(({ CaseId }) => CaseId))].map((key): Read => ({ entity: 'cases', key })),
    ...bookings.map(({ VisitId }): Read => ({ entity: 'visits', key: VisitId })),
  ];
}

/** Shown as booked: whether the time is free is the server's to decide. */
export const predictCreate = predictionOf(visitEndpoints.create.input, {
  reads: (booking) => bookingReads([booking]),
  apply: (rows, { accepted: _accepted, ...booking }, { madeAt }) => putBooked(rows, [booking], null, madeAt),
});

export const predictCreateSeries = predictionOf(visitEndpoints.createSeries.input, {
  reads: ({ visits }) => bookingReads(visits),
  apply: (rows, { SeriesId, visits }, { madeAt }) =>
    putBooked(
      rows,
      visits.map(({ accepted: _accepted, ...booking }) => booking),
      SeriesId,
      madeAt,
    ),
});

/** The other visits of its series that a change of a visit is for need their case and the zone of the facility. */
export function seriesReads(rows: PredictedRows, id: string, which: SeriesScope | undefined): Read[] {
  const visit = rows.get('visits', id);
  if (!visit || visit.SeriesId === null || which === undefined || which === 'this') return [];
  return [
    { entity: 'visits', index: 'CaseId', value: visit.CaseId },
    { entity: 'facilities', key: visit.FacilityId },
  ];
}

export function othersInRows(
  rows: PredictedRows,
  visit: Visit,
  which: SeriesScope | undefined,
  madeAt: string,
): Visit[] {
  if (which === undefined || which === 'this') return [];
  return othersInScope(visit, rows.where('visits', 'CaseId', visit.CaseId), which, wallAt(rows, visit, madeAt));
}

/** When the call was made, in the time of the visit's facility. */
function wallAt(rows: PredictedRows, { FacilityId }: Pick<Visit, 'FacilityId'>, madeAt: string): string {
  return wallTimeIn(rows.get('facilities', FacilityId)?.TimeZone ?? 'UTC', new Date(madeAt));
}

export const predictReschedule = predictionOf(visitEndpoints.reschedule.input, {
  reads: ({ id }) => [{ entity: 'visits', key: id }],
  more: ({ id, which }, rows) => seriesReads(rows, id, which),
  apply(rows, { id, changes, which }, { madeAt }) {
    const visit = rows.get('visits', id);
    if (!visit || !['scheduled', 'confirmed', 'checkedIn'].includes(visit.stage)) return;
    const next = { ...visit, ...definedFields(changes), ...answered(visit) };
    if (next.End <= next.Start) return;
    const { Start: _start, End: _end, ...rest } = definedFields(changes);
    const shift = shiftLike(visit, next);
    for (const other of othersInRows(rows, visit, which, madeAt))
      putMoved(rows, other, { ...other, ...rest, ...shift(other), ...answered(other) });
    putMoved(rows, visit, next);
  },
});

function putMoved(rows: PredictedRows, before: Visit, after: Visit): void {
  rows.put('visits', { ...after, stage: stageAfterMove(before, after) });
}

export const predictRemove = predictionOf(visitEndpoints.remove.input, {
  reads: ({ id }) => [
    { entity: 'visits', key: id },
    { entity: 'visitNotes', key: id },
    { entity: 'services', index: 'VisitId', value: id },
    { entity: 'ledger', index: 'VisitId', value: id },
  ],
  apply(rows, { id }) {
    const visit = rows.get('visits', id);
    if (visit && isRemovable(rows, visit)) rows.remove('visits', id);
  },
});

export const predictRemoveFuture = predictionOf(visitEndpoints.removeFuture.input, {
  reads: ({ id }) => [
    { entity: 'cases', key: id },
    { entity: 'visits', index: 'CaseId', value: id },
  ],
  more({ id }, rows) {
    const of = rows.get('cases', id);
    const visits = rows.where('visits', 'CaseId', id).filter(isWaiting);
    return [
      ...(of ? [{ entity: 'facilities' as const, key: of.FacilityId }] : []),
      ...visits.flatMap(({ VisitId }): Read[] => [
        { entity: 'visitNotes', key: VisitId },
        { entity: 'services', index: 'VisitId', value: VisitId },
        { entity: 'ledger', index: 'VisitId', value: VisitId },
      ]),
    ];
  },
  apply(rows, { id, VisitIds }, { madeAt }) {
    const of = rows.get('cases', id);
    if (!of) return;
    for (const visit of futureVisits(rows.where('visits', 'CaseId', id), wallAt(rows, of, madeAt), VisitIds))
      if (isRemovable(rows, visit)) rows.remove('visits', visit.VisitId);
  },
});

function isWaiting({ stage }: Visit): boolean {
  return stage === 'scheduled' || stage === 'confirmed';
}

function isRemovable(rows: PredictedRows, { VisitId, stage }: Visit): boolean {
  const hasNotBegun = ['scheduled', 'confirmed', 'cancelled', 'noShow', 'lateCancel'].includes(stage);
  // Who may not read the ledger sees the visit go until the server says that it stays.
  const isBilled = (['services', 'ledger'] as const).some((of) => rows.where(of, 'VisitId', VisitId).length > 0);
  return hasNotBegun && !rows.get('visitNotes', VisitId) && !isBilled;
}
