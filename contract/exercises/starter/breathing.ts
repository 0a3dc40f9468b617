import { starterOf } from './starter-exercise.ts';

/** Breathing. */
export const breathingExercises = starterOf('breathing', [
  {
    Key: 'belly-breath',
    Name: 'Belly breathing',
    Aliases: ['diaphragmatic breathing'],
    Equipment: ['mat'],
    CPT_Code: '97110',
    Dose: '3 min',
    Figure: 'lying-breath',
    PatientText:
      'Lie on your back with one hand on your chest and one on your belly. Breathe in through your nose and let your belly rise. Breathe out slowly. Keep your chest still.',
  },
  {
    Key: 'sitting-breath',
    Name: 'Sitting breath',
    Aliases: ['seated diaphragmatic breathing'],
    Equipment: ['chair'],
    CPT_Code: '97110',
    Dose: '3 min',
    Figure: 'sitting-breath',
    PatientText:
      'Sit tall with your hands on your belly. Breathe in through your nose for 2 counts. Breathe out through your mouth for 4 counts.',
  },
  {
    Key: 'pursed-lip-breath',
    Name: 'Pursed-lip breathing',
    Aliases: ['pursed lip breathing', 'PLB'],
    Equipment: [],
    CPT_Code: '97110',
    Dose: '10 reps',
    Figure: 'lip-breath',
    PatientText:
      'Breathe in through your nose with your mouth closed. Make your lips small, as if you blow out a candle. Breathe out slowly.',
  },
]);
