import { predictionOf } from '../prediction.ts';
import { queuedScheduling } from './queued-scheduling.ts';

export const predictCreateCustomDays = predictionOf(queuedScheduling.createCustomDays.input, {
  reads: ({ customDayProviderSchedules: days }) =>
    [...new Set(days.map(({ day }) => day))].map((value) => ({ entity: 'customDays', index: 'day', value })),
  apply(rows, { customDayProviderSchedules: days }, { madeAt }) {
    for (const { isRemoved, ...day } of days) {
      const known = rows.where('customDays', 'day', day.day).filter(({ ProviderId }) => ProviderId === day.ProviderId);
      for (const { CustomDayId } of known) rows.remove('customDays', CustomDayId);
      // The id of the day that is there already stays, as on the server.
      const CustomDayId = known[0]?.CustomDayId ?? day.CustomDayId;
      if (!isRemoved) rows.put('customDays', { ...day, CustomDayId, updated_at: madeAt });
    }
  },
});

export const predictSaveNonPatientVisit = predictionOf(queuedScheduling.saveNonPatientVisit.input, {
  reads: ({ id }) => [{ entity: 'nonPatientVisits', key: id }],
  apply(rows, { id, accepted: _accepted, restores: _restores, ...fields }, { madeAt }) {
    const updated_at = rows.get('nonPatientVisits', id)?.updated_at ?? madeAt;
    rows.put('nonPatientVisits', { ...fields, NonPatientVisitId: id, updated_at });
  },
});

export const predictRemoveNonPatientVisit = predictionOf(queuedScheduling.removeNonPatientVisit.input, {
  reads: ({ id }) => [{ entity: 'nonPatientVisits', key: id }],
  apply: (rows, { id }) => rows.remove('nonPatientVisits', id),
});

export const predictSaveVisitRequest = predictionOf(queuedScheduling.saveVisitRequest.input, {
  reads: ({ id, CaseId }) => [
    { entity: 'visitRequests', key: id },
    { entity: 'cases', key: CaseId },
  ],
  apply(rows, { id, reopens, ...fields }, { madeAt }) {
    const before = rows.get('visitRequests', id);
    const of = rows.get('cases', fields.CaseId) ?? before;
    if (!of || before?.state === 'booked' || (before?.state === 'withdrawn' && !reopens)) return;
    const { AskedAt, updated_at } = before ?? { AskedAt: madeAt, updated_at: madeAt };
    const { PatientId } = of;
    rows.put('visitRequests', { ...fields, VisitRequestId: id, PatientId, state: 'open', AskedAt, updated_at });
  },
});

export const predictWithdrawVisitRequest = predictionOf(queuedScheduling.withdrawVisitRequest.input, {
  reads: ({ id }) => [{ entity: 'visitRequests', key: id }],
  apply(rows, { id }) {
    const found = rows.get('visitRequests', id);
    if (found) rows.put('visitRequests', { ...found, state: 'withdrawn' });
  },
});
