import { lazy, type ComponentType } from 'react';
import { withArticle } from '#contract/base/nouns.ts';
import type { AnyRecord } from '#contract/record/record.ts';
import type { RecordVerb } from '#contract/kept-rows.ts';
import { formCall, formCallNames, typedForms, type FormCallName, type FormName } from '#contract/records.ts';
import { currentRow } from '#local/reads/current-row.ts';
import { recordDiff } from '#local/reads/record-diff.ts';
import type { ConflictView, ResendProps } from '#shared/conflict-views.ts';
import type { AnyRecordForm } from '#shared/forms/record-form.tsx';
import { ofNow, overNow } from './fresh-call.ts';

/** Loads every form of a record, by its name. */
export type RecordForms = Readonly<Record<FormName, () => Promise<AnyRecordForm>>>;

const titles: Record<RecordVerb, (noun: string) => string> = {
  create: (noun) => `New ${noun}`,
  update: (noun) => `Changes to ${withArticle(noun)}`,
  remove: (noun) => `Remove ${withArticle(noun)}`,
};

/** How the calls of all records are shown: as their descriptions say. */
export function recordViews(forms: RecordForms): Record<FormCallName, ConflictView> {
  const resend = new Map(
    Object.entries(forms).map(([name, load]) => [typedForms[name as FormName] as AnyRecord, resendIn(load)]),
  );
  const views = formCallNames.map((name) => [name, viewOf(name, resend)]);
  return Object.fromEntries(views) as Record<FormCallName, ConflictView>;
}

function viewOf(name: string, resend: ReadonlyMap<AnyRecord, ComponentType<ResendProps>>): ConflictView {
  const known = formCall(name);
  if (!known) throw new Error(`No form has a call ${name}.`);
  const { of, verb } = known;
  const ResendForm = verb === 'remove' ? undefined : resend.get(of);
  return {
    title: titles[verb](of.noun),
    diff: recordDiff,
    // The record may be newer on this device than what the refusal told.
    fresh: async (call) => (verb === 'remove' ? ofNow : overNow)({ ...call, current: await currentRow(call) }),
    ...(ResendForm && { ResendForm }),
  };
}

function resendIn(load: () => Promise<AnyRecordForm>): ComponentType<ResendProps> {
  return lazy(async () => {
    const [form, { ResendRecord }] = await Promise.all([load(), import('#shared/forms/resend-record.tsx')]);
    return { default: (props: ResendProps) => <ResendRecord form={form} {...props} /> };
  });
}
