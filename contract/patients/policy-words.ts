import { joinedName } from './name-words.ts';

/**
 * The words a policy is found by: its number, and one of eleven digits or more that begins with 1 also without it, as eleven
 * digits are looked for when they are typed (`phoneDigits`). Twin of `policy_words` in SQL (migration 0086).
 */
export function policyWords(MemberId: string): string[] {
  const whole = joinedName(MemberId);
  return /^1\d{10,}$/.test(whole) ? [whole, whole.slice(1)] : [whole].filter(Boolean);
}
