import { starterOf } from './starter-exercise.ts';

/** Hip. */
export const hipExercises = starterOf('hip', [
  {
    Key: 'leg-raise',
    Name: 'Straight leg raise',
    Aliases: ['SLR'],
    Equipment: ['mat'],
    CPT_Code: '97110',
    Dose: '3x10',
    Figure: 'leg-raise',
    PatientText:
      'Lie on your back with one knee bent. Tighten the thigh of the straight leg and lift it to the height of the other knee. Lower slowly. Keep the knee straight.',
  },
  {
    Key: 'side-leg-raise',
    Name: 'Side-lying leg raise',
    Aliases: ['hip abduction in sidelying'],
    Equipment: ['mat'],
    CPT_Code: '97110',
    Dose: '3x10',
    Figure: 'sidelying-leg-raise',
    PatientText:
      'Lie on your side with your legs straight. Lift the top leg toward the ceiling. Keep your toes pointing forward. Lower slowly.',
  },
  {
    Key: 'inner-leg-raise',
    Name: 'Inner leg raise',
    Aliases: ['hip adduction in sidelying'],
    Equipment: ['mat'],
    CPT_Code: '97110',
    Dose: '3x10',
    Figure: 'sidelying-leg-inner',
    PatientText:
      'Lie on your side and put the top foot on the mat in front of you. Lift the bottom leg a few inches. Lower slowly.',
  },
  {
    Key: 'clamshell',
    Name: 'Clamshell',
    Aliases: ['clam'],
    Equipment: ['mat'],
    CPT_Code: '97110',
    Dose: '3x10',
    Figure: 'clamshell',
    PatientText:
      'Lie on your side with your knees bent and your feet together. Lift the top knee and keep your feet touching. Do not roll back. Lower slowly.',
  },
  {
    Key: 'prone-leg-lift',
    Name: 'Leg lift on belly',
    Aliases: ['prone hip extension'],
    Equipment: ['mat'],
    CPT_Code: '97110',
    Dose: '3x10',
    Figure: 'prone-leg-lift',
    PatientText:
      'Lie on your belly. Squeeze your buttock and lift one straight leg a few inches. Keep your hips on the mat. Lower slowly.',
  },
  {
    Key: 'standing-leg-side',
    Name: 'Standing leg lift to the side',
    Aliases: ['standing hip abduction'],
    Equipment: ['counter'],
    CPT_Code: '97110',
    Dose: '2x10',
    Figure: 'standing-leg-side',
    PatientText: 'Stand tall and keep a counter in reach. Lift one leg out to the side. Do not lean. Lower slowly.',
  },
  {
    Key: 'standing-leg-back',
    Name: 'Standing leg lift to the back',
    Aliases: ['standing hip extension'],
    Equipment: ['counter'],
    CPT_Code: '97110',
    Dose: '2x10',
    Figure: 'standing-leg-back',
    PatientText:
      'Stand with your hands on a counter. Move one straight leg back and squeeze your buttock. Do not lean forward. Come back slowly.',
  },
  {
    Key: 'standing-march',
    Name: 'Standing march',
    Aliases: ['marching in place'],
    Equipment: ['counter'],
    CPT_Code: '97112',
    Dose: '2x10',
    Figure: 'standing-march',
    PatientText:
      'Stand with your hands on a counter. Lift one knee to hip height, lower it, then lift the other. Stay tall.',
  },
  {
    Key: 'hip-flexor-kneel',
    Name: 'Kneeling hip stretch',
    Aliases: ['half-kneeling hip flexor stretch'],
    Equipment: ['mat'],
    CPT_Code: '97110',
    Dose: '3x30s each',
    Figure: 'hip-flexor-kneel',
    PatientText:
      'Kneel on one knee with the other foot in front. Tuck your tail and shift your weight forward. You should feel a stretch in the front of the hip.',
  },
  {
    Key: 'hip-flexor-table',
    Name: 'Hip stretch at the edge of the bed',
    Aliases: ['Thomas stretch'],
    Equipment: ['table'],
    CPT_Code: '97110',
    Dose: '3x30s each',
    Figure: 'hip-flexor-table',
    PatientText:
      'Lie on your back at the end of a bed. Pull one knee to your chest and let the other leg hang over the edge. Keep your lower back flat.',
  },
  {
    Key: 'figure-four-lying',
    Name: 'Lying figure-four stretch',
    Aliases: ['piriformis stretch'],
    Equipment: ['mat'],
    CPT_Code: '97110',
    Dose: '3x30s each',
    Figure: 'figure-four-lying',
    PatientText:
      'Lie on your back and cross one ankle over the other knee. Pull the lower leg toward your chest. You should feel a stretch in your buttock.',
  },
  {
    Key: 'figure-four-sitting',
    Name: 'Sitting figure-four stretch',
    Aliases: ['seated piriformis stretch'],
    Equipment: ['chair'],
    CPT_Code: '97110',
    Dose: '3x30s each',
    Figure: 'figure-four-sitting',
    PatientText:
      'Sit and cross one ankle over the other knee. Press the top knee down gently and lean forward a little. Keep your back straight.',
  },
  {
    Key: 'inner-thigh-stretch',
    Name: 'Inner thigh stretch',
    Aliases: ['butterfly stretch'],
    Equipment: ['mat'],
    CPT_Code: '97110',
    Dose: '3x30s',
    Figure: 'knees-apart',
    PatientText:
      'Sit on the floor with the soles of your feet together. Let your knees drop out to the sides. Sit tall and breathe.',
  },
  {
    Key: 'knee-ball-squeeze',
    Name: 'Ball squeeze between knees',
    Aliases: ['adductor squeeze'],
    Equipment: ['ball', 'chair'],
    CPT_Code: '97110',
    Dose: '2x10x5s',
    Figure: 'ball-squeeze',
    PatientText: 'Sit with a ball or pillow between your knees. Squeeze it for 5 seconds. Relax slowly.',
  },
  {
    Key: 'side-step-band',
    Name: 'Side steps with band',
    Aliases: ['monster walk', 'lateral band walk'],
    Equipment: ['band'],
    CPT_Code: '97110',
    Dose: '2x10',
    Figure: 'side-step-band',
    PatientText:
      'Put a band around your legs above the knees. Bend your knees a little and step to the side. Follow slowly with the other foot. Keep your toes forward.',
  },
  {
    Key: 'sit-to-stand',
    Name: 'Sit to stand',
    Aliases: ['chair stand', 'STS'],
    Equipment: ['chair'],
    CPT_Code: '97530',
    Dose: '2x10',
    Figure: 'sit-to-stand',
    PatientText:
      'Sit near the front of a chair with your feet under your knees. Lean forward and stand up. Sit down slowly. Try not to use your hands.',
  },
]);
