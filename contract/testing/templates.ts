import { EvalTemplateId, TextTemplateId } from '../base/ids.ts';
import { builtInId } from '../measures/measure-ids.ts';
import type { EvalTemplate } from '../templates/eval-template.ts';
import type { TextTemplate } from '../templates/text-template.ts';
import { stamp, testId } from './rows.ts';

export const evalTemplateRow: EvalTemplate = {
  EvalTemplateId: EvalTemplateId.parse(testId(81)),
  Name: 'Knee evaluation',
  Discipline: 'PT',
  NoteTypes: ['eval', 'reeval'],
  Sections: [
    { key: 'Subjective', title: 'Subjective', prompt: 'Mechanism, giving way, locking', required: true },
    { key: 'HomeSetup', title: 'Home setup', prompt: 'Stairs, rails, who lives there', required: true },
  ],
  Measurements: [{ EvalMeasurementId: builtInId('rom.knee.flexion'), Mode: 'active', Side: null }],
  GoalTexts: [{ Term: 'long', GoalType: 'Function', Text: 'Climb 12 stairs without a rail' }],
  OwnerUserId: null,
  updated_at: stamp,
};

export const textTemplateRow: TextTemplate = {
  TextTemplateId: TextTemplateId.parse(testId(82)),
  Title: 'Tolerated well',
  Body: 'Tolerated {{exercises}} on the {{side}} without an increase in pain.',
  SectionKeys: ['Assessment'],
  OwnerUserId: null,
  updated_at: stamp,
};
