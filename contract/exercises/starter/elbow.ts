import { starterOf } from './starter-exercise.ts';

/** Elbow and forearm. */
export const elbowExercises = starterOf('elbow', [
  {
    Key: 'elbow-bend',
    Name: 'Elbow bend and straighten',
    Aliases: ['elbow AROM'],
    Equipment: [],
    CPT_Code: '97110',
    Dose: '2x10',
    Figure: 'elbow-bend',
    PatientText: 'Sit with your arm at your side. Bend your elbow as far as you can. Straighten it all the way.',
  },
  {
    Key: 'biceps-curl',
    Name: 'Biceps curl',
    Aliases: ['curls'],
    Equipment: ['weight'],
    CPT_Code: '97110',
    Dose: '3x10 @5lb',
    Figure: 'biceps-curl',
    PatientText:
      'Stand with a weight in your hand and your palm forward. Bend your elbow and lift the weight to your shoulder. Lower it slowly.',
  },
  {
    Key: 'triceps-band',
    Name: 'Band elbow push-down',
    Aliases: ['triceps extension'],
    Equipment: ['band'],
    CPT_Code: '97110',
    Dose: '3x10 red band',
    Figure: 'triceps-band',
    PatientText:
      'Tie the band high in front of you. Keep your elbow at your side and push your hand down. Let it come up slowly.',
  },
  {
    Key: 'forearm-turn',
    Name: 'Forearm turns',
    Aliases: ['pronation and supination'],
    Equipment: [],
    CPT_Code: '97110',
    Dose: '2x10',
    Figure: 'forearm-turn',
    PatientText:
      'Bend your elbow and keep it at your side. Turn your palm up, then turn it down. Keep your wrist straight.',
  },
  {
    Key: 'nerve-glide',
    Name: 'Arm nerve glide',
    Aliases: ['median nerve glide'],
    Equipment: [],
    CPT_Code: '97112',
    Dose: '10 reps',
    Figure: 'nerve-glide',
    PatientText:
      'Lift your arm to the side with a bent elbow. Straighten the elbow and wrist while you tip your head to the other side. Go back gently. Stop if you feel tingling.',
  },
]);
