import { providerName, type Provider } from '../../providers/provider.ts';
import { otherCosignerWords } from '../cosigner.ts';
import type { Signature } from '../signature.ts';
import { signerWords } from '../signed-content.ts';
import type { VisitNote } from '../visit-note.ts';
import type { Block } from './document-blocks.ts';
import { momentWords } from './moment-words.ts';

export type Signing = {
  signatures: readonly Pick<Signature, 'NoteId' | 'Kind' | 'Name' | 'License'>[];
  providers: readonly Provider[];
  /** Notes whose signature or cosignature the server does not have yet. */
  unsent: ReadonlySet<string>;
  TimeZone: string;
};

export const notSigned = 'Not signed';
const unsentWords = 'Signed on this device. Not sent to the server yet.';
const toCosign = 'Cosignature missing';

/** What every page says of a note that is no whole record yet; null where it is. */
export function markOf(note: VisitNote, { unsent }: Pick<Signing, 'unsent'>): string | null {
  if (note.signedAt === null) return notSigned;
  if (unsent.has(note.NoteId)) return 'Signature not sent yet';
  return note.cosignRequired && note.cosignedAt === null ? toCosign : null;
}

/** Who signed, with credential, licence, date and time; only where a note is signed, else that it is not. */
export function signatureBlocks(note: VisitNote, of: Signing): Block[] {
  if (note.signedAt === null) return [{ is: 'notice', text: notSigned }];
  const line = (words: string, kind: Signature['Kind'], at: string) =>
    `${words} ${signerOf(note, kind, of)}, ${momentWords(at, of.TimeZone)}`;
  // As the screen has it: who was asked is named where another cosigned, and while nobody has.
  const asked = otherCosignerWords(note, note.cosignedByProviderId, of.providers);
  const withAsked = (words: string) => (asked === null ? words : `${words}. ${asked}`);
  const lines = [
    line('Signed electronically by', 'author', note.signedAt),
    ...(note.cosignedAt === null ? [] : [withAsked(line('Cosigned electronically by', 'cosigner', note.cosignedAt))]),
  ];
  const notices = [
    ...(of.unsent.has(note.NoteId) ? [unsentWords] : []),
    ...(note.cosignRequired && note.cosignedAt === null ? [withAsked(toCosign)] : []),
  ];
  return [{ is: 'signatures', lines }, ...notices.map((text): Block => ({ is: 'notice', text }))];
}

/** As it was signed; of notes of before signatures were kept, by the name the provider has now. */
function signerOf(note: VisitNote, kind: Signature['Kind'], { signatures, providers }: Signing): string {
  const given = signatures.find(({ NoteId, Kind }) => NoteId === note.NoteId && Kind === kind);
  if (given) return signerWords(given);
  const id = kind === 'author' ? note.signedByProviderId : note.cosignedByProviderId;
  const found = providers.find((provider) => provider.ProviderId === id);
  return found ? providerName(found) : 'a provider whose name is not known here';
}
