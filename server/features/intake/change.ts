import { fail } from '#contract/base/errors.ts';
import { showDate } from '#contract/base/dates.ts';
import { momentWords } from '#contract/documentation/document/moment-words.ts';
import { hasExif, jpegSize, mediaTypeOf, mostPublicBytes } from '#contract/files/file.ts';
import { answerProblem } from '#contract/intake/check-answer.ts';
import type { IntakeId, Strokes } from '#contract/intake/endpoints.ts';
import type { Answers } from '#contract/intake/form.ts';
import { hasRoomFor } from '#contract/intake/photo-limit.ts';
import { consentDocument } from '#contract/intake/intake-document.ts';
import { signedText } from '#contract/intake/signed-text.ts';
import type { Language } from '#contract/words/language.ts';
import { refusals } from '#contract/words/refusals.ts';
import { documentPdf } from '#server/features/documentation/store.ts';
import { addFile } from '#server/features/files/store.ts';
import type { PatientCaller } from '#server/features/patient-login/store.ts';
import { sha256 } from '#server/kit/auth/tokens.ts';
import type { Tx } from '#server/kit/context.ts';
import type { FileStore } from '#server/kit/files/file-store.ts';
import { assertOpen, asSeenBy, heldIntake, noteIntake, questionOf } from './held.ts';
import { headOf } from './letterhead.ts';
import { countPhoto, formsOf, putAnswers, type IntakeRow, type SavedIntake } from './rows.ts';

export type Changing = { tx: Tx; caller: PatientCaller; files: FileStore; now: Date; newId(): string; ip: string };
/** A picture of a card is no picture of a wall. */
const mostPixels = 50_000_000;

type Given = { IntakeId: IntakeId; rev: number; answers: Answers };

/** Saves answers of one screen; each is judged by the question it names. */
export async function saveAnswers(changing: Changing, { IntakeId, rev, answers }: Given): Promise<SavedIntake> {
  const { tx, caller } = changing;
  const intake = await heldIntake(tx, caller, IntakeId);
  assertOpen(intake);
  const forms = await formsOf(tx, intake.forms, 'en');
  for (const [key, answer] of Object.entries(answers)) {
    const found = questionOf(forms, key);
    const isOwn = found && found.question.kind !== 'photo' && found.question.kind !== 'signature';
    if (!isOwn || (answer !== null && answerProblem(found.question, answer) !== null))
      fail('invalid', refusals.intakeAnswer.en);
  }
  await noteIntake(tx, caller, { action: 'patient change', PatientId: intake.PatientId, pk: IntakeId });
  const { others, ...saved } = await putAnswers(tx, intake, answers, rev);
  const { answers: seen, masked } = asSeenBy(caller, forms, others);
  return { ...saved, others: seen, masked };
}

type Photo = { IntakeId: IntakeId; question: string; FileVersionId: string; jpeg: string };

/** Keeps a photo of a card as a file of the chart. Sent again under the same id, it is kept once. */
export async function addPhoto(changing: Changing, given: Photo): Promise<SavedIntake> {
  const { tx, caller, files } = changing;
  const intake = await heldIntake(tx, caller, given.IntakeId);
  const { rev, PatientId } = intake;
  if (intake.answers[given.question] === given.FileVersionId) return { rev, others: {}, masked: {} };
  assertOpen(intake);
  const found = questionOf(await formsOf(tx, intake.forms, 'en'), given.question);
  if (found?.question.kind !== 'photo') fail('invalid', refusals.intakeAnswer.en);
  const content = Buffer.from(given.jpeg, 'base64');
  if (!isCardPhoto(content)) fail('invalid', refusals.intakePhoto.en);
  if (!hasRoomFor(content.length, intake)) fail('user-visible', refusals.intakePhotos.en);
  const Name = found.question.of === 'cardFront' ? 'Insurance card, front' : 'Insurance card, back';
  const { site } = caller;
  const isKept = await addFile(tx, files, {
    site,
    FileId: given.FileVersionId,
    PatientId,
    Name,
    Category: 'idCard',
    content,
  });
  // An id that another photo has.
  if (!isKept) fail('invalid', refusals.intakeAnswer.en);
  await countPhoto(tx, given.IntakeId, content.length);
  await noteIntake(tx, caller, { action: 'patient change', PatientId, pk: given.IntakeId });
  return putOwn(tx, intake, { [given.question]: given.FileVersionId });
}

/** What others answered is told when answers are saved. */
async function putOwn(tx: Tx, intake: IntakeRow, given: Answers): Promise<SavedIntake> {
  return { ...(await putAnswers(tx, intake, given, intake.rev)), masked: {} };
}

/** A JPEG as the page makes it: small, of few pixels, and without where and with what it was taken. */
function isCardPhoto(content: Buffer): boolean {
  if (content.length > mostPublicBytes || mediaTypeOf(content) !== 'image/jpeg' || hasExif(content)) return false;
  const size = jpegSize(content);
  return size !== undefined && size.width > 0 && size.height > 0 && size.width * size.height <= mostPixels;
}

type Signing = {
  IntakeId: IntakeId;
  question: string;
  SignedConsentId: string;
  language: Language;
  textHash: string;
  strokes: Strokes | null;
  SignerName: string;
  Relationship: string | null;
};

/** Signs one text. What was signed, in the language it was read in, becomes a file of the chart. */
export async function signConsent(changing: Changing, given: Signing): Promise<SavedIntake> {
  const { tx, caller, now, ip, newId } = changing;
  const intake = await heldIntake(tx, caller, given.IntakeId);
  const { rev, PatientId } = intake;
  const known = await tx.maybe(
    `select 1 from signed_consents where site = app_site() and "SignedConsentId" = $1 and "IntakeId" = $2 and question = $3`,
    [given.SignedConsentId, given.IntakeId, given.question],
  );
  if (known) return { rev, others: {}, masked: {} };
  assertOpen(intake);
  const found = questionOf(await formsOf(tx, intake.forms, given.language), given.question);
  if (found?.question.kind !== 'signature') fail('invalid', refusals.intakeAnswer.en);
  if (sha256(signedText(found.question)) !== given.textHash) fail('user-visible', refusals.intakeText.en);
  const needsProxy = intake.needsProxy || caller.kind === 'guarantor';
  if (needsProxy && given.Relationship === null) fail('user-visible', refusals.intakeSigner.en);
  const FileVersionId = newId();
  const isNew = await tx.run(
    `insert into signed_consents (site, "SignedConsentId", "PatientId", "IntakeId", "IntakeFormId", version, question,
       language, "textHash", strokes, "SignerName", "Relationship", at, ip, "FileVersionId")
     values (app_site(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict do nothing`,
    [
      given.SignedConsentId,
      PatientId,
      given.IntakeId,
      found.form.IntakeFormId,
      found.form.version,
      given.question,
      given.language,
      given.textHash,
      given.strokes === null ? null : JSON.stringify(given.strokes),
      given.SignerName,
      given.Relationship,
      now,
      ip,
      FileVersionId,
    ],
  );
  // An id that another signature has.
  if (isNew === 0) fail('invalid', refusals.intakeAnswer.en);
  await keepConsent(changing, { intake, found: { ...found, question: found.question }, given, FileVersionId });
  await noteIntake(tx, caller, { action: 'patient change', PatientId, pk: given.IntakeId });
  return putOwn(tx, intake, { [given.question]: given.SignedConsentId });
}

type Found = NonNullable<ReturnType<typeof questionOf>>;
type Keeping = {
  intake: Awaited<ReturnType<typeof heldIntake>>;
  found: Found & { question: Extract<Found['question'], { kind: 'signature' }> };
  given: Signing;
  FileVersionId: string;
};

async function keepConsent(changing: Changing, { intake, found, given, FileVersionId }: Keeping): Promise<void> {
  const { tx, caller, files, now } = changing;
  const { head, zone, clinic, day } = await headOf(tx, intake, now);
  const { label, paragraphs } = found.question;
  const { SignerName, Relationship, strokes } = given;
  const signed = momentWords(now.toISOString(), zone);
  const title = found.form.title;
  const document = consentDocument({ title, label, paragraphs, SignerName, Relationship, signed, strokes }, head);
  const printed = `${clinic} · Made ${signed} · Confidential`;
  const content = await documentPdf(document, { name: `${title} of ${showDate(day)}`, at: now, printed });
  const { site } = caller;
  await addFile(tx, files, {
    site,
    FileId: FileVersionId,
    PatientId: intake.PatientId,
    Name: title,
    Category: 'consent',
    content,
  });
}
