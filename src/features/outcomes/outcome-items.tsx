import { Checkbox, NumberInput, Radio, Select, Stack, TextInput } from '@mantine/core';
import type { OutcomeItem, OutcomeMeasure } from '#contract/outcomes/outcome-measure.ts';
import type { OutcomeAnswer } from '#contract/outcomes/outcome-response.ts';
import classes from './outcomes.module.css';

type Props = {
  measure: OutcomeMeasure;
  answers: readonly OutcomeAnswer[];
  onChange: (answers: OutcomeAnswer[]) => void;
};

/** The questions of an outcome measure, each with what was answered. */
export function OutcomeItems({ measure, answers, onChange }: Props) {
  const set = (ItemKey: string, change: Partial<OutcomeAnswer>) => {
    const before = answers.find((one) => one.ItemKey === ItemKey) ?? { ItemKey, Value: null, Text: null };
    const after = { ...before, ...change };
    const others = answers.filter((one) => one.ItemKey !== ItemKey);
    const isSaid = after.Value !== null || after.Text !== null;
    onChange([...others, ...(isSaid ? [after] : [])].toSorted(inOrder(measure)));
  };
  return (
    <Stack gap={12}>
      {measure.Instruction && <p className={classes.said}>{measure.Instruction}</p>}
      {measure.Items.map((item) => (
        <Item
          key={item.Key}
          measure={measure}
          item={item}
          answer={answers.find(({ ItemKey }) => ItemKey === item.Key)}
          onChange={(change) => set(item.Key, change)}
        />
      ))}
    </Stack>
  );
}

function inOrder({ Items }: OutcomeMeasure) {
  const place = ({ ItemKey }: OutcomeAnswer) => Items.findIndex(({ Key }) => Key === ItemKey);
  return (a: OutcomeAnswer, b: OutcomeAnswer) => place(a) - place(b);
}

type ItemProps = {
  measure: OutcomeMeasure;
  item: OutcomeItem;
  answer: OutcomeAnswer | undefined;
  onChange: (change: Partial<OutcomeAnswer>) => void;
};

function Item({ measure, item, answer, onChange }: ItemProps) {
  const name = item.IsScored && measure.Items.length > 1 ? `${item.Key}. ${item.Text}` : item.Text;
  const value = answer?.Value ?? null;
  const pick = (next: string | null) => onChange({ Value: next === null ? null : Number(next) });
  const options = item.Choices.map(({ Value, Label }) => ({ value: String(Value), label: Label }));
  if (measure.form === 'checklist')
    return (
      <Checkbox
        label={name}
        checked={value === 1}
        onChange={(event) => onChange({ Value: event.currentTarget.checked ? 1 : null })}
      />
    );
  if (measure.form === 'activities')
    return (
      <div className={classes.fields}>
        <TextInput
          label={`Activity ${item.Key}`}
          maxLength={120}
          value={answer?.Text ?? ''}
          onChange={(event) => onChange({ Text: event.currentTarget.value || null })}
        />
        <Select
          label="Rating"
          aria-label={`Rating of activity ${item.Key}`}
          clearable
          data={options}
          value={value === null ? null : String(value)}
          onChange={pick}
        />
      </div>
    );
  // As many as 101 choices are typed; what is none of them stays typed and is told of.
  if (options.length > 20)
    return (
      <NumberInput
        label={name}
        w={240}
        min={measure.Min ?? 0}
        max={measure.Max ?? 100}
        clampBehavior="none"
        allowDecimal={false}
        value={value ?? ''}
        onChange={(next) => onChange({ Value: typeof next === 'number' ? next : null })}
      />
    );
  if (options.length > 5)
    return (
      <Select
        label={name}
        w={280}
        clearable
        data={options}
        value={value === null ? null : String(value)}
        onChange={pick}
      />
    );
  return (
    <Radio.Group label={name} value={value === null ? null : String(value)} onChange={pick}>
      <div className={classes.choices}>
        {options.map((option) => (
          <Radio key={option.value} value={option.value} label={option.label} />
        ))}
      </div>
    </Radio.Group>
  );
}
