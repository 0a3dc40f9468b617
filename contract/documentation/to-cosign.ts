import { disciplineOf, isAssistant, type Discipline, type ProviderType } from '../providers/provider.ts';
import type { VisitNote } from './visit-note.ts';

type Note = Pick<VisitNote, 'signedAt' | 'signedByProviderId' | 'cosignRequired' | 'cosignedAt' | 'CosignerProviderId'>;
type Me = { ProviderId: string; Type: ProviderType };

/** Whether a signed note still needs its cosignature, whoever gives it. */
export function needsCosign(note: Note | undefined): boolean {
  return Boolean(note?.signedAt && note.cosignRequired && !note.cosignedAt);
}

/**
 * Whether the cosignature is this provider's to give: they were asked for it, or nobody was and they are a therapist of
 * the discipline of the case, which is null where it is not known. Who treats nobody cosigns nothing.
 */
export function waitsForCosigner(note: Note | undefined, discipline: Discipline | null, me: Me | null): boolean {
  if (!note || !me || !needsCosign(note) || note.signedByProviderId === me.ProviderId) return false;
  if (note.CosignerProviderId !== null) return note.CosignerProviderId === me.ProviderId;
  return !isAssistant(me.Type) && (discipline === null || discipline === disciplineOf(me.Type));
}
