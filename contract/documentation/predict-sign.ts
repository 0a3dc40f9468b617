import { ProviderId } from '../base/ids.ts';
import { predictionOf, type CallContext, type PredictedRows } from '../prediction.ts';
import { notesPermissionFor } from '../providers/notes-permission.ts';
import type { Provider } from '../providers/provider.ts';
import { payersOfVisit, visitMoreReads, visitReads } from '../visits/visit-in-rows.ts';
import type { Visit } from '../visits/visit.ts';
import { documentationEndpoints } from './endpoints.ts';
import { cosignNeeded, missingToSign, noteRefusal, signStageRefusal, stageAfterSign } from './ready-to-sign.ts';
import { changedSinceSeen, SeenToSign } from './seen-to-sign.ts';

export const predictSign = predictionOf(documentationEndpoints.sign.input, {
  reads: ({ id }, call) => [
    ...visitReads(id),
    ...(call.ProviderId ? [{ entity: 'providers' as const, key: call.ProviderId }] : []),
  ],
  more: ({ id }, rows) => visitMoreReads(id, rows),
  apply(rows, { id }, call) {
    const visit = rows.get('visits', id);
    const note = rows.get('visitNotes', id);
    const signer = call.ProviderId ? rows.get('providers', call.ProviderId) : undefined;
    if (!visit || !note || !signer || signStageRefusal(visit.stage)) return;
    const services = rows.where('services', 'VisitId', id);
    const permission = permissionOf(signer, visit, rows, call);
    const writer = { can: ['write notes'], ProviderId: signer.ProviderId, NotesPermission: permission };
    const refusal = noteRefusal({ signedAt: note.signedAt, ProviderId: visit.ProviderId }, writer);
    if (refusal || missingToSign(note, services).length > 0 || isChanged(rows, id, call)) return;
    const cosignRequired = cosignNeeded(signer.Type, permission);
    rows.put('visitNotes', { ...note, signedAt: call.madeAt, signedByProviderId: signer.ProviderId, cosignRequired });
    rows.put('visits', { ...visit, stage: stageAfterSign(cosignRequired, services) });
  },
});

export const predictCosign = predictionOf(documentationEndpoints.cosign.input, {
  reads: ({ id }) => visitReads(id),
  apply(rows, { id }, call) {
    const visit = rows.get('visits', id);
    const note = rows.get('visitNotes', id);
    if (!visit || !call.ProviderId || !note?.signedAt || !note.cosignRequired || note.cosignedAt) return;
    if (isChanged(rows, id, call)) return;
    rows.put('visitNotes', {
      ...note,
      cosignedAt: call.madeAt,
      cosignedByProviderId: ProviderId.parse(call.ProviderId),
    });
    if (visit.stage !== 'review') return;
    rows.put('visits', { ...visit, stage: stageAfterSign(false, rows.where('services', 'VisitId', id)) });
  },
});

/** The server refuses a signature on what its signer has not seen. */
function isChanged(rows: PredictedRows, VisitId: string, { base, codes = [] }: CallContext): boolean {
  const seen = SeenToSign.safeParse(base ?? {}).data ?? {};
  const services = rows.where('services', 'VisitId', VisitId);
  return changedSinceSeen(seen, rows.get('visitNotes', VisitId), services, codes).length > 0;
}

function permissionOf(signer: Provider, visit: Visit, rows: PredictedRows, call: CallContext) {
  const payerIds = payersOfVisit(rows, visit).map((payer) => payer.PayerId);
  return notesPermissionFor(signer, payerIds, call.onlyPrimaryPayer ?? false);
}
