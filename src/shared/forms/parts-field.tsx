import { Button, SimpleGrid } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { useId, type ReactNode } from 'react';
import { capitalized, withArticle } from '#contract/base/nouns.ts';
import type { PartsKind } from '#contract/record/fields.ts';
import { newId } from '#local/store/new-id.ts';
import { FieldError } from '../ui/field-error/field-error.tsx';
import { sentenceOf } from './form-errors.ts';
import { RecordFormContext, useFormAround } from './record-form-context.ts';
import { keyOfPart, shownFields, type PartValues } from './record-values.ts';
import classes from './parts-field.module.css';

type Props = {
  name: string;
  label: string;
  kind: PartsKind;
  /** Said where there is none. */
  description?: string;
  Field: (props: { of: string }) => ReactNode;
};

/** A list of parts: each with its fields, one more at the end, any of them removed. */
export function PartsField({ name, label, kind, description, Field }: Props) {
  const { form } = useFormAround();
  const { noun, fields } = kind;
  const key = keyOfPart(kind);
  const list = form.values[name] as PartValues[];
  const [hintId, problemId] = [useId(), useId()];

  function add(): void {
    const id = newId();
    form.insertListItem(name, { ...shownFields(fields, {}), [key]: id });
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-part="${id}"] input`)?.focus());
  }

  const problem = sentenceOf(form.errors, name);
  const hasHint = list.length === 0 && description !== undefined;
  const said = [...(hasHint ? [hintId] : []), ...(problem ? [problemId] : [])].join(' ');
  return (
    <fieldset className={classes.list} aria-describedby={said || undefined}>
      <legend>{label}</legend>
      {hasHint && (
        <p className={classes.hint} id={hintId}>
          {description}
        </p>
      )}
      {list.map((part, at) => (
        <fieldset key={String(part[key])} className={classes.part} data-part={part[key]}>
          <legend className="visually-hidden">
            {capitalized(noun)} {at + 1}
          </legend>
          <RecordFormContext value={{ fields, form, at: `${name}.${at}.` }}>
            <SimpleGrid cols={2} spacing="sm" verticalSpacing="xs">
              {Object.keys(fields).map((field) => (
                <Field key={field} of={field} />
              ))}
            </SimpleGrid>
          </RecordFormContext>
          <Button
            variant="subtle"
            size="xs"
            aria-label={`Remove ${noun} ${at + 1}`}
            onClick={() => form.removeListItem(name, at)}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      <FieldError id={problemId}>{problem}</FieldError>
      {list.length < kind.most && (
        <Button variant="default" size="xs" onClick={add}>
          Add {withArticle(noun)}
        </Button>
      )}
    </fieldset>
  );
}
