import { starterOf } from './starter-exercise.ts';

/** Neck and upper back. */
export const neckExercises = starterOf('neck', [
  {
    Key: 'chin-tuck',
    Name: 'Chin tuck',
    Aliases: ['neck retraction', 'double chin'],
    Equipment: [],
    CPT_Code: '97110',
    Dose: '2x10x5s',
    Figure: 'neck-chin-tuck',
    PatientText:
      'Sit or stand tall and look straight ahead. Slide your chin straight back, as if you make a double chin. Stay there for 5 seconds, then relax. Keep your eyes level the whole time.',
  },
  {
    Key: 'neck-rotation',
    Name: 'Neck rotation',
    Aliases: ['neck turns', 'cervical rotation AROM'],
    Equipment: [],
    CPT_Code: '97110',
    Dose: '10 reps',
    Figure: 'neck-turn',
    PatientText:
      'Sit tall with relaxed shoulders. Turn your head slowly to look over one shoulder. Come back to the middle, then turn to the other side. Move only as far as it feels comfortable.',
  },
  {
    Key: 'neck-side-bend',
    Name: 'Neck side bend',
    Aliases: ['cervical side bend AROM'],
    Equipment: [],
    CPT_Code: '97110',
    Dose: '10 reps',
    Figure: 'neck-side-bend',
    PatientText:
      'Sit tall and look straight ahead. Tip your ear toward your shoulder without lifting the shoulder. Come back to the middle and switch sides.',
  },
  {
    Key: 'neck-nod',
    Name: 'Neck bend forward',
    Aliases: ['cervical flexion AROM'],
    Equipment: [],
    CPT_Code: '97110',
    Dose: '10 reps',
    Figure: 'neck-nod',
    PatientText:
      'Sit tall. Lower your chin toward your chest until you feel a light stretch in the back of your neck. Come back up slowly.',
  },
  {
    Key: 'upper-trap-stretch',
    Name: 'Upper trapezius stretch',
    Aliases: ['upper trap stretch'],
    Equipment: [],
    CPT_Code: '97110',
    Dose: '3x30s each',
    Figure: 'neck-trap-stretch',
    PatientText:
      'Sit tall. Tip your ear toward your shoulder and rest that hand on top of your head. Let the weight of the hand add a gentle stretch. Breathe slowly and keep your other shoulder down.',
  },
  {
    Key: 'levator-stretch',
    Name: 'Levator scapulae stretch',
    Aliases: ['levator stretch'],
    Equipment: [],
    CPT_Code: '97110',
    Dose: '3x30s each',
    Figure: 'neck-levator-stretch',
    PatientText:
      'Turn your head halfway to one side, then look down toward your armpit. Rest your hand on the back of your head for a gentle stretch. You should feel it from your neck to your shoulder blade.',
  },
  {
    Key: 'neck-press-side',
    Name: 'Neck press to the side',
    Aliases: ['cervical isometric side bend'],
    Equipment: [],
    CPT_Code: '97110',
    Dose: '10x5s each',
    Figure: 'neck-press-side',
    PatientText:
      'Put your hand on the side of your head. Press your head into the hand, but do not let your head move. Press lightly for 5 seconds and relax.',
  },
  {
    Key: 'neck-press-front',
    Name: 'Neck press to the front',
    Aliases: ['cervical isometric flexion'],
    Equipment: [],
    CPT_Code: '97110',
    Dose: '10x5s',
    Figure: 'neck-press-front',
    PatientText:
      'Put your palm on your forehead. Press your head into the hand, but do not let your head move. Press lightly for 5 seconds and relax.',
  },
  {
    Key: 'lying-nod',
    Name: 'Lying head nod',
    Aliases: ['deep neck flexor nod', 'craniocervical flexion'],
    Equipment: ['mat', 'pillow'],
    CPT_Code: '97112',
    Dose: '2x10x5s',
    Figure: 'lying-nod',
    PatientText:
      'Lie on your back with your knees bent and a small roll under your neck. Nod your chin down a little, as if to say yes. Stay for 5 seconds and keep the front of your neck soft. Relax and repeat.',
  },
  {
    Key: 'shoulder-shrug',
    Name: 'Shoulder shrug',
    Aliases: ['shrugs'],
    Equipment: [],
    CPT_Code: '97110',
    Dose: '2x10',
    Figure: 'shoulder-shrug',
    PatientText:
      'Sit or stand tall with your arms at your sides. Lift both shoulders toward your ears. Lower them slowly and let them relax.',
  },
  {
    Key: 'shoulder-blade-squeeze',
    Name: 'Shoulder blade squeeze',
    Aliases: ['scapular retraction', 'scap squeeze'],
    Equipment: ['chair'],
    CPT_Code: '97110',
    Dose: '2x10x5s',
    Figure: 'shoulder-blade-squeeze',
    PatientText:
      'Sit tall with your elbows bent at your sides. Draw your elbows back and squeeze your shoulder blades together. Stay for 5 seconds. Keep your shoulders down.',
  },
  {
    Key: 'upper-back-extension',
    Name: 'Upper back bend over a chair',
    Aliases: ['thoracic extension in chair'],
    Equipment: ['chair'],
    CPT_Code: '97110',
    Dose: '10x5s',
    Figure: 'chair-back-bend',
    PatientText:
      'Sit with your upper back against the top of the chair and your hands behind your head. Lean back gently over the chair. Stay for 5 seconds, then come up. Do not push into pain.',
  },
  {
    Key: 'upper-back-turn',
    Name: 'Upper back turn',
    Aliases: ['thoracic rotation in sitting'],
    Equipment: ['chair'],
    CPT_Code: '97110',
    Dose: '10 reps each',
    Figure: 'upper-back-turn',
    PatientText:
      'Sit tall and cross your arms over your chest. Turn your chest and head to one side. Come back to the middle and turn the other way. Keep your knees still.',
  },
  {
    Key: 'doorway-stretch',
    Name: 'Doorway chest stretch',
    Aliases: ['pec stretch', 'corner stretch'],
    Equipment: ['wall'],
    CPT_Code: '97110',
    Dose: '3x30s',
    Figure: 'door-stretch',
    PatientText:
      'Stand in a doorway and put your forearms on the frame. Step forward with one foot until you feel a stretch across your chest. Breathe slowly and keep your belly firm.',
  },
]);
