import type { Diagnosis } from '#contract/cases/case-lists.ts';
import type { Case } from '#contract/cases/case.ts';

export type Condition = { title: string; Diagnoses: Diagnosis[]; complaint: string; finding: string; goal: string };

function condition(title: string, codes: string[], complaint: string, finding: string, goal: string): Condition {
  const Diagnoses = codes.map((line) => {
    const [Code = '', Description = ''] = line.split('|');
    return { Code, Description };
  });
  return { title, Diagnoses, complaint, finding, goal };
}

/** What people come for, by discipline; the words feed the demo notes. */
export const conditions: Record<Case['Discipline'], Condition[]> = {
  PT: [
    condition(
      'Low back pain',
      ['M54.50|Low back pain, unspecified', 'M62.830|Muscle spasm of back'],
      'low back pain after sitting',
      'Lumbar flexion 70 degrees, guarded at end range',
      'sit 60 minutes at the desk',
    ),
    condition(
      'Right shoulder pain',
      ['M25.511|Pain in right shoulder', 'M75.101|Rotator cuff tear, right shoulder'],
      'pain reaching overhead',
      'Active flexion 130 degrees, painful arc',
      'put dishes on the upper shelf',
    ),
    condition(
      'After left knee replacement',
      ['Z96.652|Presence of left artificial knee joint', 'M25.562|Pain in left knee'],
      'stiff knee in the morning',
      'Knee flexion 105 degrees, extension lacks 5',
      'climb 12 stairs with a reciprocal pattern',
    ),
    condition(
      'Neck pain',
      ['M54.2|Cervicalgia'],
      'neck pain turning to the left',
      'Rotation left 50 degrees, right 65',
      'check the blind spot while driving',
    ),
    condition(
      'Balance and gait',
      ['R26.81|Unsteadiness on feet', 'R29.6|Repeated falls'],
      'one near fall in the kitchen',
      'Single leg stance 4 seconds, gait speed 0.8 m/s',
      'walk to the mailbox without a cane',
    ),
    condition(
      'Right ankle sprain',
      ['S93.401D|Sprain of right ankle, subsequent encounter'],
      'ankle swelling after long walks',
      'Dorsiflexion 8 degrees, mild swelling',
      'return to running two miles',
    ),
    condition(
      'Hip arthritis',
      ['M16.11|Osteoarthritis of right hip'],
      'groin pain getting out of the car',
      'Internal rotation 12 degrees, Trendelenburg positive',
      'walk 30 minutes without a stop',
    ),
    condition(
      'Heel pain',
      ['M72.2|Plantar fascial fibromatosis'],
      'first-step pain in the morning',
      'Tender medial calcaneal tubercle',
      'stand a full shift at work',
    ),
  ],
  OT: [
    condition(
      'Carpal tunnel, right',
      ['G56.01|Carpal tunnel syndrome, right upper limb'],
      'tingling in the thumb at night',
      'Grip 18 kg right, 27 kg left',
      'type for 45 minutes',
    ),
    condition(
      'Arm after stroke',
      ['I69.351|Hemiplegia after cerebral infarction, right dominant side', 'R27.8|Lack of coordination'],
      'drops cups with the right hand',
      'Nine-hole peg test 52 seconds',
      'button a shirt without help',
    ),
    condition(
      'Tennis elbow',
      ['M77.11|Lateral epicondylitis, right elbow'],
      'elbow pain lifting a kettle',
      'Pain-free grip 14 kg',
      'lift a full kettle',
    ),
    condition(
      'Wrist fracture',
      ['S52.531D|Colles fracture of right radius, subsequent encounter'],
      'stiff wrist since the cast came off',
      'Wrist extension 35 degrees',
      'open jars',
    ),
  ],
  SLP: [
    condition(
      'Swallowing',
      ['R13.12|Dysphagia, oropharyngeal phase'],
      'coughs on thin liquids',
      'Two swallows per bolus, wet voice once',
      'drink thin liquids safely',
    ),
    condition(
      'Speech after stroke',
      ['I69.320|Aphasia following cerebral infarction'],
      'cannot find names of things',
      'Names 14 of 20 pictures',
      'order a meal in a restaurant',
    ),
    condition(
      'Speech sounds',
      ['F80.0|Phonological disorder'],
      'hard to understand for strangers',
      'Stops fricatives in 60 percent of words',
      'be understood by a teacher',
    ),
    condition(
      'Thinking after concussion',
      ['R41.841|Cognitive communication deficit'],
      'forgets appointments',
      'Recalls 5 of 10 items after 10 minutes',
      'manage a calendar alone',
    ),
  ],
  DC: [
    condition(
      'Lumbar joint dysfunction',
      ['M99.03|Segmental dysfunction of lumbar region', 'M54.50|Low back pain, unspecified'],
      'stiff back after driving',
      'Restricted L4 and L5, right rotation',
      'drive two hours',
    ),
    condition(
      'Neck joint dysfunction',
      ['M99.01|Segmental dysfunction of cervical region', 'M54.2|Cervicalgia'],
      'headache by noon',
      'Restricted C2 and C5',
      'work a day without a headache',
    ),
  ],
};

export const injuries = {
  workersComp: condition(
    'Work injury: low back strain',
    ['S39.012D|Strain of lower back, subsequent encounter'],
    'back pain lifting crates',
    'Lifts 10 kg floor to waist',
    'lift 25 kg at work',
  ),
  auto: condition(
    'Car accident: neck strain',
    ['S13.4XXD|Sprain of cervical spine, subsequent encounter', 'M54.2|Cervicalgia'],
    'neck pain since the accident',
    'Rotation limited to 45 degrees',
    'drive without pain',
  ),
} as const;
