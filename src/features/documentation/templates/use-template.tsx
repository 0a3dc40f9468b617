import IconTemplate from '@tabler/icons-react/dist/esm/icons/IconTemplate.mjs';
import { useState } from 'react';
import type { CaseId } from '#contract/base/ids.ts';
import {
  isForNote,
  leftOutSentence,
  measuresOfTemplate,
  templateChanges,
} from '#contract/documentation/apply-template.ts';
import { isMeasuredIn } from '#contract/documentation/note-types.ts';
import { usedTemplates } from '#contract/documentation/used-templates.ts';
import type { EvalTemplate } from '#contract/templates/eval-template.ts';
import { addMeasures, loadMeasurements, measuresOfCase } from '#local/reads/measures.ts';
import { templatesFor } from '#local/reads/templates.ts';
import { whileOpen } from '#local/store/device.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { ActionMenu } from '#shared/ui/action-menu/action-menu.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import type { NoteEditing } from '../use-note.ts';
import classes from './templates.module.css';

/** As many as one call adds. */
const mostAtOnce = 200;

type Props = {
  editing: NoteEditing;
  CaseId: CaseId;
  /** Whether measures can be added: in the note of a visit. */
  isOfVisit: boolean;
};

/** Brings the sections, measures and goals of a template into a note; what is typed stays as it is. */
export function UseTemplate({ editing, CaseId: of, isOfVisit }: Props) {
  const ground = useLiveValue(() => templatesFor(of), [of]);
  const [leftOut, setLeftOut] = useState<string | null>(null);
  const offered = ground?.templates.filter((one) => isForNote(one, editing.note, ground.discipline)) ?? [];
  const used = new Set(usedTemplates(editing.note.Cells).map(({ EvalTemplateId }) => EvalTemplateId));
  if (offered.length === 0) return null;

  async function apply(template: EvalTemplate): Promise<void> {
    try {
      for (const [field, value] of Object.entries(templateChanges(template))) editing.change(field, value);
      await whileOpen(editing.flush);
      const missing = isOfVisit && isMeasuredIn(editing.note.NoteType) ? await addMeasuresOf(template, of) : [];
      const left = leftOutSentence(missing);
      setLeftOut(left);
      toastDone(`“${template.Name}” is in this note.${left === null ? '' : ` ${left}`}`);
    } catch (error) {
      toastFailure(error, 'The template could not be used on this device. Your text did not change.');
    }
  }

  return (
    <div className={classes.use}>
      <ActionMenu
        className={classes.button}
        entries={offered.map((template) => ({
          kind: 'item',
          key: template.EvalTemplateId,
          label: template.Name,
          checked: used.has(template.EvalTemplateId),
          onChoose: () => void apply(template),
        }))}
      >
        <IconTemplate size={16} stroke={1.5} aria-hidden />
        Use a template
      </ActionMenu>
      {leftOut && <p className={classes.leftOut}>{leftOut}</p>}
    </div>
  );
}

/** Adds what a case does not measure yet; gives the names of what a template can no longer bring. */
async function addMeasuresOf(template: EvalTemplate, of: CaseId): Promise<(string | null)[]> {
  const { of: measurementOf } = await whileOpen(loadMeasurements);
  const rows = await measuresOfCase(of);
  const live = rows.filter((row) => row.deleted_at === null).map((row) => String(row.CaseEvalMeasurementId));
  const { add, leftOut } = measuresOfTemplate(template, of, measurementOf, new Set(live));
  for (let at = 0; at < add.length; at += mostAtOnce) await addMeasures(of, add.slice(at, at + mostAtOnce));
  return leftOut;
}
