import type { AppError } from './errors.ts';

/** A refusal for where no field stands: its message, and of its fields what that does not say already. */
export function wholeSentence({ message, fields = {} }: Pick<AppError, 'message' | 'fields'>): string {
  const more = [...new Set(Object.values(fields))].filter((sentence) => !message.includes(sentence));
  return [message, ...more].join(' ');
}
