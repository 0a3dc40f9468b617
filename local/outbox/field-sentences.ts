import type { z } from 'zod';

/** One sentence per field of what a schema refused, by input path. */
export function fieldSentences(error: z.ZodError): Record<string, string> {
  const sentences: Record<string, string> = {};
  for (const issue of error.issues) sentences[issue.path.join('.')] ??= issue.message;
  return sentences;
}
