import type { CaseId } from '#contract/base/ids.ts';
import type { Cells } from '#contract/documentation/cell-values.ts';
import { insertedTexts } from '#contract/documentation/used-templates.ts';
import type { EvalTemplate } from '#contract/templates/eval-template.ts';
import { isOffered } from '#contract/templates/owner.ts';
import type { TextTemplate } from '#contract/templates/text-template.ts';
import { readAll, readRow, readRows } from './reads.ts';
import { readSetup } from '../store/setup.ts';

const byName = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true, sensitivity: 'base' });

/** Templates of the clinic and of who is signed in, by name. */
export async function evalTemplates(): Promise<EvalTemplate[]> {
  const all = await readAll('evalTemplates');
  return (await offered(all)).toSorted((a, b) => byName(a.Name, b.Name));
}

/** The templates that a case is offered, and its discipline; undefined where the case is not on this device. */
export async function templatesFor(
  CaseId: CaseId,
): Promise<{ templates: EvalTemplate[]; discipline: string } | undefined> {
  const found = await readRow('cases', CaseId);
  const templates = await evalTemplates();
  return found && { templates, discipline: found.Discipline };
}

/** Texts of the clinic and of who is signed in, by title. */
export async function textTemplates(): Promise<TextTemplate[]> {
  const all = await readAll('textTemplates');
  return (await offered(all)).toSorted((a, b) => byName(a.Title, b.Title));
}

/** The texts that were inserted in a note, as they are now: what stands in them is not copied from another note. */
export async function templateTextIn(cells: Cells): Promise<string> {
  const texts = await readRows('textTemplates', insertedTexts(cells));
  return texts.map(({ Body }) => Body).join('\n\n');
}

async function offered<T extends { OwnerUserId: string | null }>(all: readonly T[]): Promise<T[]> {
  const user = (await readSetup())?.currentUser;
  return user ? all.filter((one) => isOffered(one, user)) : [];
}
