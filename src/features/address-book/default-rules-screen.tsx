import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SiteRules } from '#contract/address-book/endpoints.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { call } from '#shared/api.ts';
import { useDraftAlone } from '#shared/autosave/draft-scope.tsx';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useOnline } from '#shared/sync-state.ts';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import { Refusal, refusalOf, type Refused } from '#shared/forms/refusal.tsx';
import { usualWords } from './rule-fields.ts';
import { RulesEditor } from './rules-editor.tsx';
import { useRules } from './use-rules.ts';
import classes from './address-book.module.css';

/** The rules of the site, for every payer that has none of its own (spec 2: access payer rules). */
export function DefaultRulesScreen() {
  const fetched = useFetched(() => call('addressBook.payerDefaultRules', {}));
  return (
    <FetchedPart of={fetched} what="default rules" rows={10}>
      {(rules) => <Form key={rules.version} rules={rules} onSaved={fetched.put} />}
    </FetchedPart>
  );
}

type FormProps = { rules: SiteRules; onSaved: (rules: SiteRules) => void };

function Form({ rules, onSaved }: FormProps) {
  const editing = useRules(rules);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isOnline = useOnline();
  const drop = useDraftAlone(unsavedKey.at('defaultRules', '/addressBook/payerDefaultRules'), {
    values: editing.kept,
    isDirty: editing.isDirty,
    fill: editing.fill,
  });

  async function save(): Promise<void> {
    const typed = editing.read();
    if (typed === null) return;
    setRefused(null);
    setBusy(true);
    try {
      const saved = await call('addressBook.savePayerDefaultRules', typed);
      drop();
      toastDone('Saved. Payers without their own rules follow them right away.');
      onSaved(saved);
    } catch (error) {
      if (!editing.meet(error)) setRefused(refusalOf(error, 'default rules'));
    } finally {
      setBusy(false);
    }
  }

  function undo(): void {
    setRefused(null);
    editing.undo();
  }

  return (
    <form
      className={classes.rules}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {editing.refusal}
      <Refusal refused={refused} />
      <p className={classes.hint} style={{ marginBottom: 16 }}>
        Medicare and Medicaid payers don’t follow these defaults. Each uses the standard rules for its kind until it has
        its own.
      </p>
      <RulesEditor {...editing} fallback={(field) => `Standard: ${usualWords(field)}`} />
      {editing.isDirty && (
        <div className={classes.save}>
          <Button type="submit" disabled={!isOnline} loading={isBusy}>
            Save default rules
          </Button>
          <Button variant="default" onClick={undo}>
            Undo changes
          </Button>
        </div>
      )}
    </form>
  );
}
