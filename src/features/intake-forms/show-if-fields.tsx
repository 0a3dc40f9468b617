import { Button, Select } from '@mantine/core';
import { conditionsIn, mayDecide } from '#contract/intake-forms/conditions.ts';
import type { Condition, DraftQuestion, DraftShowIf } from '#contract/intake-forms/own-form.ts';
import classes from './intake-forms.module.css';

type Props = {
  /** What is shown, such as `page`. */
  noun: string;
  showIf: DraftShowIf | undefined;
  /** Questions that come before. */
  before: readonly DraftQuestion[];
  onChange: (showIf: DraftShowIf | undefined) => void;
};
type How = 'all' | 'any' | 'not';

const hows = [
  { value: 'all', label: 'All of these are so' },
  { value: 'any', label: 'One of these is so' },
  { value: 'not', label: 'This is not so' },
];

/** When a page or a question is shown, by answers that come before it. */
export function ShowIfFields({ noun, showIf, before, onChange }: Props) {
  const deciding = before.filter(mayDecide);
  const conditions = conditionsIn(showIf);
  const how: How =
    showIf === undefined || 'all' in showIf ? 'all' : 'any' in showIf ? 'any' : 'not' in showIf ? 'not' : 'all';
  const put = (next: readonly Condition[], by: How = how) => onChange(joined(next, by));
  const first = deciding.map(firstConditionOf).find((one) => one !== undefined);
  // Nothing comes before that could decide.
  if (first === undefined && conditions.length === 0) return null;
  return (
    <fieldset className={classes.group}>
      <legend>Show this {noun}</legend>
      {conditions.length === 0 && <p className={classes.hint}>Always.</p>}
      {conditions.length > 0 && (
        <Select
          label="Only if"
          data={conditions.length > 1 ? hows.slice(0, 2) : hows}
          allowDeselect={false}
          value={how}
          onChange={(next) => put(conditions, (next ?? 'all') as How)}
        />
      )}
      {conditions.map((condition, at) => (
        <OneCondition
          // oxlint-disable-next-line react/no-array-index-key -- two conditions may say the same
          key={at}
          {...{ condition, at, deciding }}
          onChange={(next) => put(conditions.with(at, next))}
          onRemove={() => put(conditions.toSpliced(at, 1))}
        />
      ))}
      {first !== undefined && conditions.length < 8 && how !== 'not' && (
        <Button variant="default" size="xs" onClick={() => put([...conditions, first])}>
          Add a condition
        </Button>
      )}
    </fieldset>
  );
}

function joined(conditions: readonly Condition[], by: How): DraftShowIf | undefined {
  const [first] = conditions;
  if (first === undefined) return undefined;
  if (by === 'not') return { not: first };
  if (conditions.length === 1 && by === 'all') return first;
  return by === 'all' ? { all: [...conditions] } : { any: [...conditions] };
}

type OneProps = {
  condition: Condition;
  at: number;
  deciding: readonly DraftQuestion[];
  onChange: (condition: Condition) => void;
  onRemove: () => void;
};

function OneCondition({ condition, at, deciding, onChange, onRemove }: OneProps) {
  const question = deciding.find(({ key }) => key === condition.question);
  const value =
    'has' in condition
      ? condition.has
      : typeof condition.is === 'boolean'
        ? condition.is
          ? 'yes'
          : 'no'
        : condition.is;
  const choices = question ? valuesOf(question) : [];
  return (
    <div className={classes.condition}>
      <Select
        label={`Question of condition ${at + 1}`}
        data={deciding.map(({ key, label }) => ({ value: key, label: label[0] || key }))}
        allowDeselect={false}
        value={question ? condition.question : null}
        placeholder="This question was removed or comes later"
        onChange={(key) => {
          const next = deciding.find((one) => one.key === key);
          const chosen = next && firstConditionOf(next);
          if (chosen) onChange(chosen);
        }}
      />
      <Select
        label={`Answer of condition ${at + 1}`}
        data={choices}
        allowDeselect={false}
        value={choices.some((one) => one.value === value) ? value : null}
        placeholder="Choose the answer"
        onChange={(next) => question && next !== null && onChange(conditionOf(question, next))}
      />
      <Button variant="subtle" size="xs" aria-label={`Remove condition ${at + 1}`} onClick={onRemove}>
        Remove
      </Button>
    </div>
  );
}

function valuesOf({ kind, options = [] }: DraftQuestion): { value: string; label: string }[] {
  if (kind !== 'yesNo') return options.map(({ value, label }) => ({ value, label: label[0] || value }));
  return [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ];
}

function conditionOf({ kind, key }: DraftQuestion, value: string): Condition {
  if (kind === 'many') return { question: key, has: value };
  return { question: key, is: kind === 'yesNo' ? value === 'yes' : value };
}

function firstConditionOf(question: DraftQuestion): Condition | undefined {
  const [first] = valuesOf(question);
  return first && conditionOf(question, first.value);
}
