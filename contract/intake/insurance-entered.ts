import { answerKey, type Answers, type IntakeForm } from './form.ts';
import { stepsOf } from './show-if.ts';

/** What a patient said of their insurance, with the photos of the card as ids of versions of files. */
export type InsuranceEntered = {
  plan: string;
  member: string;
  group: string | null;
  /** Of the policy holder, where that is not the patient. */
  holder: string | null;
  front: string | null;
  back: string | null;
};

/** The insurance of a built-in form, or of a clinic's copy of it; null where a patient named none. */
export function insuranceEntered(forms: readonly IntakeForm[], answers: Answers): InsuranceEntered | null {
  const shown = stepsOf(forms, answers).flatMap(({ form, questions }) =>
    questions.map((question) => ({ form, question, answer: answers[answerKey(form, question)] })),
  );
  for (const { form } of shown.filter(({ question }) => question.key === 'member')) {
    const textAt = (key: string) => {
      const found = shown.find((one) => one.form === form && one.question.key === key)?.answer;
      return typeof found === 'string' && found.trim() !== '' ? found.trim() : null;
    };
    const [plan, member] = [textAt('plan'), textAt('member')];
    if (plan === null || member === null) continue;
    return {
      plan,
      member,
      group: textAt('group'),
      holder: textAt('holder'),
      front: textAt('cardFront'),
      back: textAt('cardBack'),
    };
  }
  return null;
}

const plain = (text: string | null) => (text ?? '').replace(/[^\da-z]/gi, '').toLowerCase();

type OnFile = { MemberId: string | null; GroupNumber: string | null; EndDate: string | null };

/**
 * Whether a policy says the same that had not ended on the day it was sent: there is nothing to look at then. A policy
 * that ended before is another one, or goes on after all; one that ended since was looked at while it was good.
 */
export function isOnFile(
  { member, group, day }: Pick<InsuranceEntered, 'member' | 'group'> & { day: string },
  policies: readonly OnFile[],
): boolean {
  return policies.some(
    ({ MemberId, GroupNumber, EndDate }) =>
      (EndDate === null || EndDate >= day) &&
      plain(MemberId) === plain(member) &&
      (group === null || plain(GroupNumber) === plain(group)),
  );
}
