import { Button, Group, NumberInput, Switch, TextInput } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { mayManageCompanySettings } from '#contract/base/permissions.ts';
import { contactDays, FillRule } from '#contract/scheduling/fill-rule.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { call } from '#shared/api.ts';
import { useDraftOver } from '#shared/autosave/use-draft-over.ts';
import { nowBy } from '#shared/forms/use-overtaken.tsx';
import { useCurrentUser } from '#shared/session.ts';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { toastDone, toastFailure, toastNegative } from '#shared/ui/toasts/toasts.tsx';
import classes from './waitlist.module.css';

/** How this site offers free times; whoever manages company settings changes it. */
export function FillRuleForm() {
  const { can } = useCurrentUser();
  const mayChange = mayManageCompanySettings(can);
  const [before, setBefore] = useState<FillRule | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    call('waitlist.rule', {}).then(
      (found) => {
        setBefore(found.rule);
        setError(null);
      },
      (cause: unknown) => setError(cause instanceof Error ? cause.message : 'They could not be loaded.'),
    );
  }, [attempt]);
  if (error !== null)
    return (
      <ErrorState title="The rules could not be loaded" onRetry={() => setAttempt(attempt + 1)}>
        {error} Nothing was changed.
      </ErrorState>
    );
  if (!before) return <LoadingSkeleton label="Loading the rules" rows={5} />;
  return <Fields opened={before} mayChange={mayChange} onSaved={setBefore} />;
}

const ofRule = { nowOf: nowBy<FillRule>(FillRule) };

type FieldsProps = { opened: FillRule; mayChange: boolean; onSaved: (rule: FillRule) => void };

function Fields({ opened, mayChange, onSaved }: FieldsProps) {
  const typed = useDraftOver(unsavedKey.at('fillRules', '/scheduling'), opened, ofRule);
  const { before, values: rule } = typed;
  const [isBusy, setBusy] = useState(false);
  const change = (changes: Partial<FillRule>) => typed.setValues({ ...rule, ...changes });

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const read = FillRule.safeParse(rule);
    if (!read.success) return toastNegative('One of these values is not allowed. Nothing was saved.');
    setBusy(true);
    try {
      const saved = await call('waitlist.saveRule', { ...read.data, base: before });
      typed.drop();
      typed.setValues(saved.rule);
      onSaved(saved.rule);
      toastDone('The offer rules are saved.');
    } catch (cause) {
      if (!typed.meet(cause)) toastFailure(cause, 'The rules could not be saved.');
    } finally {
      setBusy(false);
    }
  }
  const number = (
    key: 'groupSize' | 'delayMinutes' | 'stopMinutesBefore' | 'contactLimit',
    label: string,
    max: number,
  ) => (
    <NumberInput
      label={label}
      min={key === 'stopMinutesBefore' ? 0 : key === 'delayMinutes' ? 5 : 1}
      max={max}
      allowDecimal={false}
      disabled={!mayChange}
      value={rule[key]}
      onChange={(next) => change({ [key]: typeof next === 'number' ? next : 0 })}
    />
  );
  const time = (key: 'sendFrom' | 'sendUntil', label: string) => (
    <TextInput
      type="time"
      label={label}
      disabled={!mayChange}
      value={rule[key]}
      onChange={(event) => change({ [key]: event.currentTarget.value })}
    />
  );
  return (
    <form className={classes.stack} noValidate onSubmit={(event) => void save(event)}>
      {typed.refusal}
      <Switch
        label="Offer open times automatically"
        description="When a visit is canceled, moved or deleted in advance, its time is offered three minutes later."
        disabled={!mayChange}
        checked={rule.isOn}
        onChange={(event) => change({ isOn: event.currentTarget.checked })}
      />
      <div className={classes.fields}>
        {number('groupSize', 'Offers at a time', 20)}
        {number('delayMinutes', 'Minutes until the next offers', 1440)}
        {time('sendFrom', 'Send offers from')}
        {time('sendUntil', 'Send offers until')}
        {number('stopMinutesBefore', 'Stop this many minutes before', 2880)}
        {number('contactLimit', `Offers per patient in ${contactDays} days`, 50)}
      </div>
      {mayChange ? (
        <Group gap={8} className={classes.save ?? ''}>
          <Button type="submit" loading={isBusy}>
            Save rules
          </Button>
          {typed.isDirty && (
            <Button variant="default" onClick={typed.undo}>
              Undo changes
            </Button>
          )}
        </Group>
      ) : (
        <p className={classes.what}>People with company settings permission can change these rules.</p>
      )}
    </form>
  );
}
