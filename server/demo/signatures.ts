import { createHash } from 'node:crypto';
import { printedSigner, signedContent } from '#contract/documentation/signed-content.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { Provider } from '#contract/providers/provider.ts';
import type { RecordedService } from '#contract/charges/recorded-services.ts';
import type { noteOf } from './charting.ts';
import { demoId } from './ids.ts';

type Note = NonNullable<ReturnType<typeof noteOf>>;
type Clinic = {
  providers: readonly object[];
  facilities: readonly { FacilityId: string; StateOrProvince: string }[];
  visit_exercises: readonly { VisitId: string; Cells: Record<string, object> }[];
};

/** The signatures of a note, as they would have been given. */
export function signaturesOf(note: Note, services: readonly RecordedService[], clinic: Clinic): object[] {
  const { site, NoteId, CaseId, PatientId, FacilityId } = note;
  const none = { CosignerProviderId: null, ParentNoteId: null, TreatmentMinutes: null };
  const cells = clinic.visit_exercises.find(({ VisitId }) => VisitId === note.VisitId)?.Cells;
  const content = signedContent({ ...none, ...note } as unknown as VisitNote, services, cells);
  const ContentHash = createHash('sha256').update(content).digest('hex');
  const state = clinic.facilities.find((each) => each.FacilityId === FacilityId)?.StateOrProvince ?? null;
  const signed = (Kind: 'author' | 'cosigner', ProviderId: string | null, at: string | null) => {
    if (ProviderId === null || at === null) return [];
    const signer = clinic.providers.map((each) => Provider.parse(each)).find((each) => each.ProviderId === ProviderId);
    if (!signer) throw new Error('A note of the demo is signed by nobody.');
    const SignatureId = demoId(site, 'signature', `${NoteId} ${Kind}`);
    const of = { site, SignatureId, NoteId, CaseId, PatientId, FacilityId, Kind, ProviderId };
    return [{ ...of, ...printedSigner(signer, state), ContentHash, at, madeAt: null }];
  };
  return [
    ...signed('author', note.signedByProviderId, note.signedAt),
    ...signed('cosigner', note.cosignedByProviderId, note.cosignedAt),
  ];
}
