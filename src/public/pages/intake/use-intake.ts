import { useEffect, useState } from 'react';
import type { intakeEndpoints, IntakePage } from '#contract/intake/endpoints.ts';
import type { Answer, Answers } from '#contract/intake/form.ts';
import { endpoint, type Answer as Reply } from '../../kit/send.ts';
import { asPatient } from '../../kit/session.ts';
import { IntakeSender, madeIn, type Refused, type Saving } from './intake-sender.ts';
import type { Pending, PendingPhoto, PendingSignature } from './sealed-input.ts';

const submit = endpoint<(typeof intakeEndpoints)['submit']>('POST /intake/:IntakeId/submit');

/** After the last key. */
const quietMs = 800;

/** What is answered, on this page first: kept sealed on the phone, and sent once the typing rests. */
export function useIntake(intake: IntakePage, kept: Pending, onRefused: (refused: Refused) => void) {
  const { IntakeId } = intake;
  // What was typed until now in another language is newer than what was read from the phone.
  const [first] = useState(() => IntakeSender.open(IntakeId) ?? kept);
  const [answers, setAnswers] = useState<Answers>(() => ({ ...intake.answers, ...answersIn(first) }));
  const [saving, setSaving] = useState<Saving>({ state: 'idle', at: null });
  const [masked, setMasked] = useState(intake.masked);
  // Shown from an earlier visit; the server has them for this one once they were gone past.
  const [before, setBefore] = useState<readonly string[]>(() => intake.before.filter((key) => !(key in first.answers)));
  const put = (more: Answers) => setAnswers((before) => ({ ...before, ...more }));
  const [sender] = useState(
    () =>
      new IntakeSender(intake, first, {
        saving: setSaving,
        refused: onRefused,
        others(more, hidden) {
          if (Object.keys(more).length > 0) put(more);
          if (Object.keys(hidden).length === 0) return;
          // What stood here is no longer what counts, and may not be shown.
          setAnswers((all) => Object.fromEntries(Object.entries(all).filter(([key]) => !(key in hidden))));
          setMasked((all) => ({ ...all, ...hidden }));
        },
        unmark: put,
      }),
  );
  useEffect(() => {
    const now = () => void sender.flush();
    sender.start();
    window.addEventListener('online', now);
    window.addEventListener('pagehide', now);
    return () => {
      sender.stop();
      window.removeEventListener('online', now);
      window.removeEventListener('pagehide', now);
    };
  }, [sender]);

  function giveAgain(keys: readonly string[]): void {
    const again = before.filter((key) => keys.includes(key) && answers[key] !== undefined && answers[key] !== null);
    setBefore((all) => all.filter((key) => !keys.includes(key)));
    const given = Object.fromEntries(again.map((key) => [key, answers[key] ?? null]));
    if (again.length > 0) sender.add((pending) => ({ ...pending, answers: { ...given, ...pending.answers } }), quietMs);
  }
  return {
    answers,
    masked,
    before,
    /** Answers of an earlier visit that were looked at and left. */
    giveAgain,
    saving,
    sender,
    answer(key: string, value: Answer | null) {
      setBefore((all) => all.filter((one) => one !== key));
      put({ [key]: value });
      sender.add((pending) => ({ ...pending, answers: { ...pending.answers, [key]: value } }), quietMs);
    },
    addPhoto(of: PendingPhoto) {
      put({ [of.question]: of.FileVersionId });
      sender.add(
        (pending) => ({
          ...pending,
          photos: [...pending.photos.filter(({ question }) => question !== of.question), of],
        }),
        0,
      );
    },
    addSignature(of: PendingSignature) {
      put({ [of.question]: of.SignedConsentId });
      sender.add((pending) => ({ ...pending, signatures: [...pending.signatures, of] }), 0);
    },
    async send(): Promise<Reply<{ isSubmitted: true }>> {
      if (!(await sender.flush())) return { error: { status: 0, message: '' } };
      return asPatient((token) => submit({ IntakeId }, { token }));
    },
  };
}

/** What stands on the page while it waits. */
function answersIn(pending: Pending): Answers {
  return { ...pending.answers, ...madeIn(pending) };
}
