import type { Payer } from '#contract/address-book/payer.ts';
import type { PatientId, VisitId } from '#contract/base/ids.ts';
import { closedDayRefusal } from '#contract/billing/closed-period.ts';
import { chargesPermissionRefusal, chargesRefusal } from '#contract/charges/recorded-services.ts';
import type { Service } from '#contract/charges/service.ts';
import { noteRefusal } from '#contract/documentation/ready-to-sign.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { useNoteWriter } from '#shared/hooks/use-note-writer.ts';
import { isClaimWaiting } from '#local/reads/billing.ts';
import { readPayersOfCase } from '#local/reads/cases.ts';
import { servicesOfVisit } from '#local/reads/charges.ts';
import { noteOfVisit } from '#local/reads/documentation.ts';
import { readFlowsheet, type Flowsheet } from '#local/reads/flowsheet.ts';
import { readVisitLine, type VisitLine } from '#local/reads/visits.ts';
import { isWholeChart } from '#local/store/charts.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useSetup } from '#shared/session.ts';

export type VisitData = {
  line: VisitLine;
  note: VisitNote | undefined;
  services: Service[];
  payers: Payer[];
  sheet: Flowsheet;
};

/** Null where the whole chart is here and the visit is not in it. */
export async function readVisitData(PatientId: PatientId, VisitId: VisitId): Promise<VisitData | null | undefined> {
  const line = await readVisitLine(VisitId);
  if (!line) return (await isWholeChart(PatientId)) ? null : undefined;
  const [note, services, payers] = await Promise.all([
    noteOfVisit(VisitId),
    servicesOfVisit(VisitId),
    readPayersOfCase(line.visit.CaseId, line.visit.Start.slice(0, 10)),
  ]);
  return { line, note, services, payers, sheet: await readFlowsheet(line.visit) };
}

/** Why this user may not write the note or the charges of this visit, each in one sentence, or null. */
export function useRefusals(
  { line: { visit }, note, payers }: VisitData,
  entries: Parameters<typeof chargesRefusal>[1],
) {
  const { currentUser, cptDescriptions, closedBillingPeriodEnd } = useSetup();
  const { can } = currentUser;
  const writer = useNoteWriter(payers);
  const noteReason = noteRefusal({ signedAt: note?.signedAt ?? null, ProviderId: visit.ProviderId }, writer);
  const isClaimed = useLiveValue(() => isClaimWaiting(visit.VisitId), [visit.VisitId]) ?? false;
  const denied =
    chargesPermissionRefusal(visit.stage, can) ?? closedDayRefusal(visit.Start.slice(0, 10), closedBillingPeriodEnd);
  if (denied) return { noteReason, chargesReason: denied };
  if (isClaimed)
    return {
      noteReason,
      chargesReason: 'This visit’s claim is waiting to be created, so its charges can’t change.',
    };
  return { noteReason, chargesReason: chargesRefusal(visit.stage, entries, cptDescriptions) };
}
