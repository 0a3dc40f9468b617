import { ActionIcon, Button } from '@mantine/core';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useId } from 'react';
import { evalTemplate } from '#contract/templates/eval-template.ts';
import { isUnnamed, sectionKeyOf } from '#contract/templates/section-key.ts';
import { sentenceOf } from '#shared/forms/form-errors.ts';
import { RecordField } from '#shared/forms/record-field.tsx';
import { FieldError } from '#shared/ui/field-error/field-error.tsx';
import { RecordFormContext, useFormAround } from '#shared/forms/record-form-context.ts';
import type { PartValues } from '#shared/forms/record-values.ts';
import classes from './templates.module.css';

const { kind } = evalTemplate.fields.Sections;

/** The sections of a template in their order; each gets its key from its title, once it has one. */
export function SectionFields() {
  const { form } = useFormAround();
  const sections = form.values['Sections'] as PartValues[];
  const keys = sections.map(({ key }) => String(key));
  const problemId = useId();
  const problem = sentenceOf(form.errors, 'Sections');

  function add(): void {
    const section = { key: sectionKeyOf('', keys), title: '', prompt: '', required: false };
    form.insertListItem('Sections', section);
    const at = sections.length;
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-section="${at}"] input`)?.focus());
  }

  function name(at: number): void {
    const { key, title } = sections[at] ?? {};
    if (!isUnnamed(String(key)) || !String(title ?? '').trim()) return;
    form.setFieldValue(`Sections.${at}.key`, sectionKeyOf(String(title), keys.toSpliced(at, 1)));
  }

  return (
    <fieldset className={classes.list} aria-describedby={problem ? problemId : undefined}>
      <legend>Sections</legend>
      {sections.length === 0 && <p className={classes.hint}>What the note asks for, in its order.</p>}
      {sections.map(({ title }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the key of a section changes with its title
        <fieldset key={at} className={classes.part} data-section={at} onBlur={() => name(at)}>
          <legend className="visually-hidden">Section {at + 1}</legend>
          <RecordFormContext value={{ fields: kind.fields, form, at: `Sections.${at}.` }}>
            <RecordField of="title" />
            <RecordField of="prompt" placeholder="Shown until something is typed" />
            <div className={classes.foot}>
              <RecordField of="required" />
              <span className={classes.actions}>
                <ActionIcon
                  aria-label={`Move ${String(title || `section ${at + 1}`)} up`}
                  disabled={at === 0}
                  onClick={() => form.reorderListItem('Sections', { from: at, to: at - 1 })}
                >
                  <IconArrowUp size={16} stroke={1.5} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Remove ${String(title || `section ${at + 1}`)}`}
                  onClick={() => form.removeListItem('Sections', at)}
                >
                  <IconTrash size={16} stroke={1.5} aria-hidden />
                </ActionIcon>
              </span>
            </div>
          </RecordFormContext>
        </fieldset>
      ))}
      <FieldError id={problemId}>{problem}</FieldError>
      {sections.length < kind.most && (
        <Button variant="default" size="xs" onClick={add}>
          Add a section
        </Button>
      )}
    </fieldset>
  );
}
