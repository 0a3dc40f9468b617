import type { Payer } from '#contract/address-book/payer.ts';
import type { CaseId, NoteId, VisitId } from '#contract/base/ids.ts';
import type { Case } from '#contract/cases/case.ts';
import type { Service } from '#contract/charges/service.ts';
import type { NoteTable } from '#contract/documentation/document/document-blocks.ts';
import type { BesideSigning } from '#contract/documentation/note-warnings.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { exercisesTable } from '#contract/flowsheet/exercises-table.ts';
import type { Cells } from '#contract/flowsheet/merge-cells.ts';
import type { Provider } from '#contract/providers/provider.ts';
import { readCase, readPayersOfCase } from './cases.ts';
import { servicesOfVisit } from './charges.ts';
import { exercisesOfVisit } from './flowsheet.ts';
import { readAll, readRow, readWhere } from './reads.ts';

/** What decides whether a signature needs another, and whose. */
export type SigningFacts = {
  of: Case;
  /** Primary first, with the rules of the day. */
  payers: Payer[];
  /** All of the case. */
  notes: VisitNote[];
  providers: Provider[];
};

/** Undefined where the case is not on this device. */
export async function readSigning(CaseId: CaseId, day: string): Promise<SigningFacts | undefined> {
  const of = await readCase(CaseId);
  if (!of) return undefined;
  const payers = await readPayersOfCase(CaseId, day);
  const notes = await readWhere('visitNotes', { index: 'CaseId', equals: CaseId });
  return { of, payers, notes, providers: await readAll('providers') };
}

/** What of a visit a signature stands for beside its note. */
export type BesideSigned = { services: Service[]; cells: Cells; exercises: NoteTable | null };

export async function readBesideSigned(of: { VisitId: VisitId; CaseId: CaseId }): Promise<BesideSigned> {
  const services = await servicesOfVisit(of.VisitId);
  const { rows, cells } = await exercisesOfVisit(of);
  return { services, cells, exercises: exercisesTable(rows, cells) };
}

type Signing = { CaseId: CaseId; NoteId: NoteId; VisitId: VisitId | null };

/**
 * What a signer is told of beside the clocks, as far as this device holds it; only a visit's main note has a visit.
 * `notes` are all of the case.
 */
export async function readBesideSigning(
  { CaseId, NoteId, VisitId }: Signing,
  notes?: readonly VisitNote[],
): Promise<Omit<BesideSigning, 'provider'>> {
  const visit = VisitId !== null && String(VisitId) === NoteId ? ((await readRow('visits', VisitId)) ?? null) : null;
  const services = visit ? await servicesOfVisit(visit.VisitId) : [];
  const facility = visit ? await readRow('facilities', visit.FacilityId) : undefined;
  const inCase = notes ?? (await readWhere('visitNotes', { index: 'CaseId', equals: CaseId }));
  const earlier = inCase.filter((one) => one.signedAt !== null && one.NoteId !== NoteId).map(({ Cells }) => Cells);
  return { visit, services, state: facility?.StateOrProvince ?? null, earlier };
}
