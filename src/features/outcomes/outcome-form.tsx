import { Button, Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isRealDate } from '#contract/base/dates.ts';
import { OutcomeResponseId, type NoteId } from '#contract/base/ids.ts';
import type { OutcomeMeasure } from '#contract/outcomes/outcome-measure.ts';
import { outcomeRefusals, type OutcomeRefusals } from '#contract/outcomes/outcome-refusals.ts';
import { outcomeMeasure, outcomeMeasures } from '#contract/outcomes/outcomes.ts';
import { scoreWords } from '#contract/outcomes/outcomes-table.ts';
import { scoreOutcome } from '#contract/outcomes/score-outcome.ts';
import { isAskable } from '#contract/surveys/outcome-survey.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { recordOutcome, type NewOutcome } from '#local/reads/outcomes.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import { notADateSentence } from '#shared/ui/date-field/date-text.ts';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { AskPatient } from './ask-patient.tsx';
import { OutcomeItems } from './outcome-items.tsx';
import type { OutcomeDraft, TypedOutcome } from './use-outcome-draft.ts';
import classes from './outcomes.module.css';

const newest = [...new Set(outcomeMeasures.map(({ MeasureKey }) => MeasureKey))].flatMap(
  (key) => outcomeMeasure(key) ?? [],
);
const offered = [
  { group: 'With questions', items: newest.filter(({ form }) => form !== 'total').map(asOption) },
  { group: 'Total only', items: newest.filter(({ form }) => form === 'total').map(asOption) },
];

function asOption({ MeasureKey, Name, Abbreviation }: OutcomeMeasure) {
  return { value: MeasureKey, label: Name === Abbreviation ? Name : `${Abbreviation}, ${Name}` };
}

type Props = { visit: Visit; NoteId: NoteId; draft: OutcomeDraft; onClose: () => void };

/** A score of today, or the correction of one: its questions where they are free, else the total alone. */
export function OutcomeForm({ visit, NoteId, draft, onClose }: Props) {
  const { values, set } = draft;
  const today = useClinicToday();
  const [errors, setErrors] = useState<OutcomeRefusals>({});
  const [isBusy, setBusy] = useState(false);
  const measure = values.MeasureKey === null ? undefined : outcomeMeasure(values.MeasureKey, values.Version);
  const said = measure && scoreSaid(measure, values);

  async function save(): Promise<void> {
    const outcome = asSent(values, measure);
    if ('wrong' in outcome) return setErrors(outcome.wrong);
    const sent: NewOutcome = { ...outcome, CaseId: visit.CaseId, NoteId };
    const corrected = { MeasureKey: sent.MeasureKey, isCorrected: false };
    const refused = outcomeRefusals(sent, today, sent.CorrectsId === null ? null : corrected);
    setErrors(refused);
    if (Object.keys(refused).length > 0) return;
    setBusy(true);
    try {
      await recordOutcome(sent);
      draft.saved();
      toastDone(sent.CorrectsId === null ? 'Score saved.' : 'Score corrected.');
      onClose();
    } catch (error) {
      toastFailure(error, 'The score could not be saved on this device. It is kept here.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={classes.form} role="group" aria-label={values.CorrectsId ? 'Correct a score' : 'New score'}>
      <div className={classes.fields}>
        <Select
          label="Outcome measure"
          searchable
          autoFocus={values.MeasureKey === null}
          disabled={values.CorrectsId !== null}
          data={offered}
          value={values.MeasureKey}
          error={errors.MeasureKey ?? null}
          onChange={(key) => {
            setErrors({});
            draft.choose(key);
          }}
        />
        <DateField
          label="Date"
          value={values.Date}
          onChange={(Date) => set({ Date })}
          onRefused={(Date) => set({ Date })}
          error={errors.Date ?? null}
        />
      </div>
      {measure?.form === 'total' && (
        <TextInput
          label={`Total${rangeOf(measure)}`}
          description={aboutOf(measure)}
          inputMode="decimal"
          maxLength={10}
          w={240}
          value={values.Total}
          error={errors.Score ?? null}
          onChange={(event) => set({ Total: event.currentTarget.value })}
        />
      )}
      {measure && measure.form !== 'total' && (
        <OutcomeItems measure={measure} answers={values.Answers} onChange={(Answers) => set({ Answers })} />
      )}
      {(errors.Answers ?? errors.CorrectsId) && (
        <p className={classes.error} role="alert">
          {errors.Answers ?? errors.CorrectsId}
        </p>
      )}
      {said && <p className={classes.said}>{said}</p>}
      <Group gap={8}>
        <Button size="compact-sm" loading={isBusy} disabled={!measure} onClick={() => void save()}>
          Save score
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          Cancel
        </Button>
        {measure && values.CorrectsId === null && isAskable(measure) && <AskPatient visit={visit} measure={measure} />}
      </Group>
    </div>
  );
}

/** ` (0 to 100)` */
function rangeOf({ Min, Max }: OutcomeMeasure): string {
  return Min === null || Max === null ? '' : ` (${Min} to ${Max})`;
}

function aboutOf({ HigherIsBetter, Mcid }: OutcomeMeasure): string {
  const direction = HigherIsBetter === null ? '' : `${HigherIsBetter ? 'Higher' : 'Lower'} is better.`;
  return `${direction}${Mcid === null ? '' : ` MCID ${Mcid}.`}`.trim();
}

function scoreSaid(measure: OutcomeMeasure, { Answers }: TypedOutcome): string | null {
  if (measure.form === 'total') return null;
  const scored = scoreOutcome(measure.MeasureKey, Answers, measure.Version);
  return 'score' in scored ? `Score: ${scoreWords(measure, scored.score)}` : null;
}

type Sent = Omit<NewOutcome, 'CaseId' | 'NoteId'>;

function asSent(typed: TypedOutcome, measure: OutcomeMeasure | undefined): Sent | { wrong: OutcomeRefusals } {
  const { Date, Total, Answers, CorrectsId } = typed;
  if (!measure) return { wrong: { MeasureKey: 'Choose an outcome measure.' } };
  if (Date === null || !isRealDate(Date))
    return { wrong: { Date: Date === null ? 'Enter the date.' : notADateSentence } };
  const isTotal = measure.form === 'total';
  const scored = isTotal ? null : scoreOutcome(measure.MeasureKey, Answers, measure.Version);
  const number = /^[-+]?\d+(\.\d+)?$/.test(Total.trim()) ? Number(Total) : Number.NaN;
  if (isTotal && Number.isNaN(number)) return { wrong: { Score: `Enter a number${rangeOf(measure)}.` } };
  return {
    MeasureKey: measure.MeasureKey,
    Version: measure.Version,
    Date,
    Answers: isTotal ? null : Answers.map(({ Text, ...one }) => ({ ...one, Text: Text?.trim() || null })),
    // What can't be scored is told by the answers that are missing.
    Score: isTotal ? number : scored && 'score' in scored ? scored.score : 0,
    CorrectsId: CorrectsId === null ? null : OutcomeResponseId.parse(CorrectsId),
  };
}
