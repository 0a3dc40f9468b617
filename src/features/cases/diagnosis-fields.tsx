import { Button, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { newId } from '#local/store/new-id.ts';
import { dotted } from '#contract/cases/case-lists.ts';
import { caseRecord } from '#contract/cases/case.ts';
import { sentenceOf } from '#shared/forms/form-errors.ts';
import { useFormAround } from '#shared/forms/record-form-context.ts';
import type { CaseValues } from './case-values.ts';
import { OrderedLines } from './ordered-lines.tsx';
import classes from './cases.module.css';

/** Diagnoses in the order of the claim, the principal one first. */
export function DiagnosisFields({ values: { Diagnoses } }: { values: Pick<CaseValues, 'Diagnoses'> }) {
  const { form } = useFormAround();
  function add(): void {
    const key = newId();
    form.insertListItem('Diagnoses', { key, Code: '', Description: '' });
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-diagnosis="${key}"]`)?.focus());
  }
  return (
    <fieldset className={classes.part}>
      <legend>Diagnoses</legend>
      {Diagnoses.length === 0 && <p className={classes.hint}>None yet. The first is the principal diagnosis.</p>}
      {Diagnoses.length > 0 && (
        <OrderedLines
          label="Diagnoses"
          rows={Diagnoses}
          rowKey={(row) => String(row['key'])}
          nameOf={(row) => String(row['Code'] || 'the new diagnosis')}
          onUp={(at) => form.reorderListItem('Diagnoses', { from: at, to: at - 1 })}
          onRemove={(at) => form.removeListItem('Diagnoses', at)}
        >
          {(row, at) => (
            <>
              <TextInput
                aria-label={`ICD-10 code of diagnosis ${at + 1}`}
                placeholder="M54.50"
                data-diagnosis={row['key']}
                className={classes.code ?? ''}
                maxLength={caseRecord.fields.Diagnoses.kind.fields.Code.kind.most}
                {...form.getInputProps(`Diagnoses.${at}.Code`)}
                error={sentenceOf(form.errors, `Diagnoses.${at}.Code`)}
                onBlur={() => form.setFieldValue(`Diagnoses.${at}.Code`, dotted(String(row['Code'])))}
              />
              <TextInput
                aria-label={`Description of diagnosis ${at + 1}`}
                placeholder="Low back pain, unspecified"
                className={classes.grow ?? ''}
                {...form.getInputProps(`Diagnoses.${at}.Description`)}
              />
            </>
          )}
        </OrderedLines>
      )}
      {Diagnoses.length < caseRecord.fields.Diagnoses.kind.most && (
        <Button variant="default" size="xs" leftSection={<IconPlus size={14} stroke={1.5} aria-hidden />} onClick={add}>
          Add a diagnosis
        </Button>
      )}
    </fieldset>
  );
}
