import type { TextStarter } from './starter.ts';

/** Each leaves what differs from patient to patient as a blank. */
export const textStarters: readonly TextStarter[] = [
  {
    Title: 'Response to treatment',
    Body: 'Patient tolerated {{interventions}} with {{response}}. Cues were needed for {{cues}}.',
    SectionKeys: ['Assessment'],
  },
  {
    Title: 'Need for skilled care',
    Body: 'Skilled care is needed to {{skill}} because {{reason}}. Without it, the patient is at risk of {{risk}}.',
    SectionKeys: ['Assessment', 'Justification'],
  },
  {
    Title: 'Next visit',
    Body: 'Continue the plan of care. Next visit: {{next step}}. At home until then: {{home program}}.',
    SectionKeys: ['Plan'],
  },
  {
    Title: 'Home program taught',
    Body: 'Taught {{exercises}}, {{sets and times}}. Patient showed them back {{with or without cues}}.',
    SectionKeys: ['Plan', 'HomeProgram'],
  },
  {
    Title: 'Consent to treatment',
    Body: 'Findings, plan, benefits and risks were explained. The patient asked {{questions}} and agreed to the plan.',
    SectionKeys: ['Plan'],
  },
];
