import { ProviderId } from '../base/ids.ts';
import type { Case } from '../cases/case.ts';
import { isMedicare } from '../cases/payers-of-case.ts';
import { exercisesToSign, noExercises, type ExercisesToSign } from '../flowsheet/to-sign.ts';
import { alertsToSign } from '../outcomes/needs-alert.ts';
import { predictionOf, type CallContext, type PredictedRows, type Read } from '../prediction.ts';
import { notesPermissionFor } from '../providers/notes-permission.ts';
import type { NotesPermission, Provider } from '../providers/provider.ts';
import { payersOfCaseIn, payersOfVisit, visitMoreReads, visitReads } from '../visits/visit-in-rows.ts';
import { askersOf } from './asked-parts.ts';
import { nothingBeside, type Beside } from './beside.ts';
import { careToSign } from './care-to-sign.ts';
import { documentationEndpoints } from './endpoints.ts';
import { cosignReason, finalizeSwitches } from './finalize.ts';
import { goalReportsOf } from './goal-cells.ts';
import { nothingAsked, payerAsks, type PayerAsks } from './payer-asks.ts';
import { goalsToSign, reportsOnGoals } from './goals-to-sign.ts';
import { missingToSign, noteRefusal, signerRefusal, signStageRefusal, stageAfterSign } from './ready-to-sign.ts';
import { changedSinceSeen, SeenToSign } from './seen-to-sign.ts';
import type { Visit } from '../visits/visit.ts';
import type { VisitNote } from './visit-note.ts';

export const predictSign = predictionOf(documentationEndpoints.sign.input, {
  reads: ({ id }, call) => [
    // A visit's note has the id of the visit.
    ...visitReads(id),
    ...(call.ProviderId ? [{ entity: 'providers' as const, key: call.ProviderId }] : []),
  ],
  more: ({ id }, rows) => [...moreReads(id, rows), ...careReads(rows.get('visitNotes', id))],
  apply(rows, { id, CosignerProviderId: asked = null }, call) {
    const note = rows.get('visitNotes', id);
    const signer = call.ProviderId ? rows.get('providers', call.ProviderId) : undefined;
    if (!note || note.signedAt || !signer) return;
    const visit = visitOf(rows, note);
    const of = rows.get('cases', note.CaseId);
    const owner = visit?.ProviderId ?? note.ProviderId;
    const isMain = note.NoteId === String(note.VisitId);
    if (!of || (visit && isMain && signStageRefusal(visit.stage, note.NoteType)) || (note.VisitId !== null && !visit))
      return;
    // Of a visit's main note; one that is added to it has none.
    const services = rows.where('services', 'VisitId', id);
    const permission = permissionOf(signer, note, rows, call);
    const writer = { can: ['write notes'], ProviderId: signer.ProviderId, NotesPermission: permission };
    const refusal =
      noteRefusal({ signedAt: note.signedAt, ProviderId: owner }, writer) ??
      signerRefusal(note, of.Discipline, signer.Type);
    // Measures, who gave the services and what the assessment was before were judged by the screen, whose signature is of
    // just this content.
    const exercises = exercisesIn(rows, note, visit);
    const beside = { ...besideOf(rows, note, of), exercises, asked: askedOf(rows, note, { visit, of }) };
    if (refusal || missingToSign(note, services, beside).length > 0 || isChanged(rows, note, call)) return;
    const cosignRequired = needsCosign(rows, { note, visit, signer, permission }, call);
    // Where nobody was chosen, the server asks whom the case suggests.
    const CosignerProviderId = cosignRequired ? (asked ?? note.CosignerProviderId) : null;
    rows.put('visitNotes', {
      ...note,
      signedAt: call.madeAt,
      signedByProviderId: signer.ProviderId,
      cosignRequired,
      CosignerProviderId,
    });
    // One that did not take place stays where it is.
    if (visit && isMain && note.NoteType !== 'missedVisit')
      rows.put('visits', { ...visit, stage: stageAfterSign(cosignRequired, services) });
  },
});

export const predictCosign = predictionOf(documentationEndpoints.cosign.input, {
  reads: ({ id }) => visitReads(id),
  more: ({ id }, rows) => careReads(rows.get('visitNotes', id)),
  apply(rows, { id }, call) {
    const note = rows.get('visitNotes', id);
    if (!call.ProviderId || !note?.signedAt || !note.cosignRequired || note.cosignedAt) return;
    if (isChanged(rows, note, call)) return;
    rows.put('visitNotes', {
      ...note,
      cosignedAt: call.madeAt,
      cosignedByProviderId: ProviderId.parse(call.ProviderId),
    });
    const visit = visitOf(rows, note);
    if (visit?.stage !== 'review' || note.NoteId !== String(note.VisitId)) return;
    rows.put('visits', { ...visit, stage: stageAfterSign(false, rows.where('services', 'VisitId', id)) });
  },
});

function moreReads(id: string, rows: PredictedRows): Read[] {
  const note = rows.get('visitNotes', id);
  if (!note || note.NoteId === String(note.VisitId)) return [...visitMoreReads(id, rows), ...sheetReads(id, rows)];
  const insurances = rows.where('insurances', 'PatientId', note.PatientId);
  return [
    { entity: 'cases', key: note.CaseId },
    ...(note.ParentNoteId === null ? [] : [{ entity: 'visitNotes' as const, key: note.ParentNoteId }]),
    ...(note.VisitId === null ? [] : [{ entity: 'visits' as const, key: note.VisitId }]),
    { entity: 'insurances', index: 'PatientId', value: note.PatientId },
    ...insurances.map((insurance): Read => ({ entity: 'payers', key: insurance.PayerId })),
  ];
}

/** What its signer saw of goals and plans, and what a note that reports on goals is judged by. */
function careReads(note: VisitNote | undefined): Read[] {
  if (!note) return [];
  const inCase = { index: 'CaseId', value: note.CaseId };
  return [
    { entity: 'goals', ...inCase },
    { entity: 'plansOfCare', ...inCase },
    { entity: 'outcomeResponses', ...inCase },
    ...(reportsOnGoals(note) ? [{ entity: 'visitNotes' as const, ...inCase }] : []),
  ];
}

function besideOf(rows: PredictedRows, note: VisitNote, { Discipline }: Case): Beside {
  const payers = payersOfCaseIn(rows, note);
  const outcomes = alertsToSign(note.Elements, outcomesIn(rows, note));
  const beside = { ...nothingBeside, outcomes, askers: askersOf(Discipline, payers) };
  if (!reportsOnGoals(note)) return beside;
  const notes = rows.where('visitNotes', 'CaseId', note.CaseId);
  const goalsAndPlans = goalsToSign(note, {
    goals: rows.where('goals', 'CaseId', note.CaseId),
    reports: notes.flatMap(goalReportsOf),
    notes,
    plans: rows.where('plansOfCare', 'CaseId', note.CaseId),
    isMedicare: Discipline !== 'DC' && payers.some(({ Kind }) => Kind === 'medicare'),
  });
  return { ...beside, goalsAndPlans };
}

function outcomesIn(rows: PredictedRows, { NoteId, CaseId }: VisitNote) {
  return rows.where('outcomeResponses', 'CaseId', CaseId).filter((one) => one.NoteId === NoteId);
}

function askedOf(
  rows: PredictedRows,
  note: VisitNote,
  { visit, of }: { visit: Visit | undefined; of: Case },
): PayerAsks {
  if (!visit || note.NoteId !== String(visit.VisitId)) return nothingAsked;
  return payerAsks(payersOfCaseIn(rows, note), { day: visit.Start.slice(0, 10), discipline: of.Discipline, visit });
}

function sheetReads(id: string, rows: PredictedRows): Read[] {
  const visit = rows.get('visits', id);
  return visit ? [{ entity: 'caseExercises', index: 'CaseId', value: visit.CaseId }] : [];
}

function visitOf(rows: PredictedRows, { VisitId }: VisitNote) {
  return VisitId === null ? undefined : rows.get('visits', VisitId);
}

/** The server refuses a signature on what its signer has not seen. */
function isChanged(rows: PredictedRows, note: VisitNote, { base, codes = [] }: CallContext): boolean {
  const seen = SeenToSign.safeParse(base ?? {}).data ?? {};
  const services = rows.where('services', 'VisitId', note.NoteId);
  const exercises = rows.get('visitExercises', note.NoteId)?.Cells ?? {};
  const care = careToSign(note, {
    goals: rows.where('goals', 'CaseId', note.CaseId),
    plans: rows.where('plansOfCare', 'CaseId', note.CaseId),
    outcomes: rows.where('outcomeResponses', 'CaseId', note.CaseId),
  });
  return changedSinceSeen(seen, note, services, codes, exercises, care).length > 0;
}

/** The flowsheet of a visit's own note. */
function exercisesIn(rows: PredictedRows, note: VisitNote, visit: Visit | undefined): ExercisesToSign {
  if (!visit || note.NoteId !== String(visit.VisitId)) return noExercises;
  return exercisesToSign({
    rows: rows.where('caseExercises', 'CaseId', visit.CaseId),
    cells: rows.get('visitExercises', visit.VisitId)?.Cells ?? {},
    services: rows.where('services', 'VisitId', visit.VisitId),
    isMedicare: isMedicare(payersOfVisit(rows, visit)),
  });
}

type Signing = { note: VisitNote; visit: Visit | undefined; signer: Provider; permission: NotesPermission };

function needsCosign(rows: PredictedRows, { note, visit, signer, permission }: Signing, call: CallContext): boolean {
  const site = {
    assistant_may_finalize: call.assistantsMayFinalize,
    use_only_primary_payer_notes_permission: call.onlyPrimaryPayer,
  };
  const day = visit?.Start.slice(0, 10) ?? note.NoteDate;
  const switches = finalizeSwitches(site, payersOfCaseIn(rows, note), day);
  const parent = note.ParentNoteId === null ? null : (rows.get('visitNotes', note.ParentNoteId) ?? null);
  return cosignReason(note, { Type: signer.Type, NotesPermission: permission }, switches, parent) !== null;
}

function permissionOf(signer: Provider, note: VisitNote, rows: PredictedRows, call: CallContext) {
  const payerIds = payersOfCaseIn(rows, note).map((payer) => payer.PayerId);
  return notesPermissionFor(signer, payerIds, call.onlyPrimaryPayer ?? false);
}
