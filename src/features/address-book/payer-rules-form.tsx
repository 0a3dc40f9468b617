import { useState } from 'react';
import type { RulesOfPayer } from '#contract/address-book/endpoints.ts';
import { isGovernment } from '#contract/address-book/applied-rules.ts';
import { rulesOn } from '#contract/address-book/payer-rules.ts';
import { call } from '#shared/api.ts';
import { useDraftScope } from '#shared/autosave/draft-scope.tsx';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import { Refusal, refusalOf, type Refused } from '#shared/forms/refusal.tsx';
import { isApplied, ruleWords } from './rule-fields.ts';
import { RulesEditor } from './rules-editor.tsx';
import { useRules } from './use-rules.ts';

type Props = {
  id: string;
  submit: (save: () => Promise<void>) => Promise<void>;
  onDirty: (isDirty: boolean) => void;
  onSaved: () => void;
};

/** The rules of one payer; what is not set is as the site has it. */
export function PayerRulesForm(props: Props) {
  const fetched = useFetched(() => call('addressBook.payerRules', { id: props.id as never }));
  return (
    <FetchedPart of={fetched} what="rules" rows={10}>
      {(rules) => <Form key={rules.version} rules={rules} {...props} />}
    </FetchedPart>
  );
}

type FormProps = Props & { rules: RulesOfPayer };

function Form({ id, rules, submit, onDirty, onSaved }: FormProps) {
  const editing = useRules(rules);
  const [refused, setRefused] = useState<Refused | null>(null);
  useReportDirty(editing.isDirty, onDirty);
  const { drop } = useDraftScope('rules', {
    values: editing.kept,
    isDirty: editing.isDirty,
    fill: editing.fill,
  });

  async function save(): Promise<void> {
    const typed = editing.read();
    if (typed === null) return;
    setRefused(null);
    try {
      await call('addressBook.savePayerRules', { id: id as never, ...typed });
      drop();
      toastDone('Saved.');
      onSaved();
    } catch (error) {
      if (!editing.meet(error)) setRefused(refusalOf(error, 'rules'));
    }
  }

  return (
    <form
      id="payer-rules"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(save);
      }}
    >
      {editing.refusal}
      <Refusal refused={refused} />
      <RulesEditor
        {...editing}
        fallback={(field, day) => {
          const ofSite = rulesOn(rules.Kind, [], rules.ofSite, day ?? '0001-01-01');
          const from = isGovernment(rules.Kind) && isApplied(field.key) ? 'Standard' : 'Site default';
          return `${from}: ${ruleWords(field, ofSite[field.key])}`;
        }}
      />
    </form>
  );
}
