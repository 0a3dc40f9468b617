import { showDate } from '#contract/base/dates.ts';
import { momentWords } from '#contract/documentation/document/moment-words.ts';
import type { Answer } from '#contract/intake/form.ts';
import { signedText } from '#contract/intake/signed-text.ts';
import { typedWords, unfitDocument } from '#contract/intake/unfit-document.ts';
import type { ConsentSigned } from '#contract/intake/intake-document.ts';
import type { BlankForms } from '#contract/kiosk/arrival.ts';
import { documentPdf } from '#server/features/documentation/store.ts';
import { addFile } from '#server/features/files/store.ts';
import { addHistory, lockVisit } from '#server/features/visits/store.ts';
import { sha256 } from '#server/kit/auth/tokens.ts';
import type { ForVisit } from './for-visit.ts';
import { questionOf } from './held.ts';
import { headOf } from './letterhead.ts';
import { formsOf } from './rows.ts';

type Unfit = { answers: Readonly<Record<string, Answer | null>>; signatures: BlankForms['signatures'] };

/** Keeps what is no answer of the visit's forms as a file of the chart, and says so in the visit's history. */
export async function keepUnfit(of: ForVisit, given: BlankForms, unfit: Unfit): Promise<void> {
  const { tx, site, files, PatientId, VisitId, at, newId } = of;
  const forms = await formsOf(tx, given.forms, 'en');
  const answers = Object.entries(unfit.answers).flatMap(([key, answer]) => {
    if (answer === null) return [];
    const question = questionOf(forms, key)?.question ?? null;
    return [{ label: question?.label ?? key, words: typedWords(question, answer) }];
  });
  if (answers.length === 0 && unfit.signatures.length === 0) return;
  const { head, zone, clinic, day } = await headOf(tx, { PatientId, VisitId }, at);
  const signed = momentWords(at.toISOString(), zone);
  const consents: ConsentSigned[] = [];
  for (const { question: key, language, textHash, strokes, SignerName, Relationship } of unfit.signatures) {
    const question = questionOf(await formsOf(tx, given.forms, language), key)?.question;
    const isShown = question?.kind === 'signature' && sha256(signedText(question)) === textHash;
    const paragraphs = isShown
      ? question.paragraphs
      : [`The clinic does not have the text that was signed. Its SHA-256 is ${textHash}.`];
    const label = question?.label ?? key;
    consents.push({ title: label, label, paragraphs, SignerName, Relationship, signed, strokes });
  }
  const Name = 'Forms from the kiosk';
  const content = await documentPdf(unfitDocument({ answers, consents }, head), {
    name: `${Name} of ${showDate(day)}`,
    at,
    printed: `${clinic} · Made ${signed} · Confidential`,
  });
  await addFile(tx, files, { site, FileId: newId(), PatientId, Name, Category: 'intake', content });
  const visit = await lockVisit(tx, VisitId);
  if (visit)
    await addHistory(tx, visit, null, {
      action: 'kiosk forms kept',
      note: 'Some of it did not fit the forms of the visit. It is in the files of the chart.',
    });
}
