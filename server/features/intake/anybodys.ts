import { isAskedOfAll, takesNoPhoto } from '#contract/intake/blank-forms.ts';
import type { IntakeForm } from '#contract/intake/form.ts';
import { languages, type Language } from '#contract/words/language.ts';
import { sha256 } from '#server/kit/auth/tokens.ts';
import type { Tx } from '#server/kit/context.ts';
import { formsInUseNow } from './begin.ts';
import { formsOf, publishBuiltIn } from './rows.ts';

/**
 * The clinic's forms that are asked of anybody, in each language, for who fills them in without a connection; `key`
 * tells these versions from others. Undefined where `known` is of the same.
 */
export async function anybodysForms(
  tx: Tx,
  known: string | undefined,
): Promise<{ key: string; forms: IntakeForm[] } | undefined> {
  const refs = (await formsInUseNow(tx)).filter(isAskedOfAll);
  const key = sha256(refs.map(({ IntakeFormId, version }) => `${IntakeFormId} ${version}`).join('\n'));
  if (key === known) return undefined;
  await publishBuiltIn(tx);
  const forms: IntakeForm[] = [];
  for (const language of Object.keys(languages) as Language[])
    forms.push(...(await formsOf(tx, refs, language)).filter(takesNoPhoto));
  return { key, forms };
}
