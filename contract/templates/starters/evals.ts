import { goal, measures, sections, type EvalStarter } from './starter.ts';

const pains = ['pain.now', 'pain.best', 'pain.worst'];

const physical: EvalStarter = {
  Name: 'PT evaluation, lower limb',
  Discipline: 'PT',
  NoteTypes: ['eval', 'reeval'],
  Sections: sections(
    { title: 'History', prompt: 'How and when it began, earlier episodes, imaging, surgery, medication, red flags' },
    { title: 'Prior level of function', prompt: 'Walking, stairs, work, sport and sleep before this began' },
    { title: 'Home setup', prompt: 'Stairs, rails, bathroom, who lives there and can help' },
    {
      title: 'Subjective',
      prompt: 'Where it hurts, what makes it better or worse, 24-hour pattern, patient’s own goal',
    },
    { title: 'Objective', prompt: 'Posture, gait, swelling, skin, palpation; numbers belong in Measures' },
    { title: 'Precautions', prompt: 'Weight bearing, range limits, heart or bone conditions, falls', optional: true },
    {
      title: 'Assessment',
      prompt: 'Limits of the patient, need for skilled care, likely outcome',
    },
    { title: 'Plan', prompt: 'Frequency, duration, interventions, what the patient does at home' },
  ),
  Measurements: [
    ...measures(null, ...pains),
    ...measures('active', 'rom.hip.flexion', 'rom.knee.flexion', 'rom.knee.extension', 'rom.ankle.dorsiflexion'),
    ...measures(null, 'strength.hip.flexion', 'strength.knee.flexion', 'strength.knee.extension'),
    ...measures(null, 'function.five-times-sit-to-stand', 'function.tug', 'function.gait-speed'),
  ],
  GoalTexts: [
    goal('short', 'Walks 10 minutes on level ground with pain of at most 3 of 10'),
    goal('long', 'Climbs 12 stairs step over step without a rail'),
    goal('long', 'Walks 30 minutes outdoors without a device'),
  ],
};

const occupational: EvalStarter = {
  Name: 'OT evaluation, hand and daily living',
  Discipline: 'OT',
  NoteTypes: ['eval', 'reeval'],
  Sections: sections(
    { title: 'History', prompt: 'Injury or illness, surgery with dates, hand dominance, medication' },
    { title: 'Prior level of function', prompt: 'Self-care, home, work, leisure and driving before this began' },
    { title: 'Occupational profile', prompt: 'Roles, routines, what matters most to the patient now' },
    { title: 'Subjective', prompt: 'Complaints, pain at rest and in use, patient’s own goal' },
    {
      title: 'Objective',
      prompt: 'Wound or scar, edema, sensation, coordination, cognition and vision as far as tested',
    },
    { title: 'Self-care', prompt: 'Eating, dressing, bathing, toileting: help needed and why' },
    { title: 'Assessment', prompt: 'Performance deficits, need for skilled care, likely outcome' },
    { title: 'Plan', prompt: 'Frequency, duration, interventions, splint or equipment, what the patient does at home' },
  ),
  Measurements: [
    ...measures(null, ...pains, 'strength.grip', 'function.nine-hole-peg'),
    ...measures('active', 'rom.wrist.flexion', 'rom.wrist.extension', 'rom.elbow.supination'),
  ],
  GoalTexts: [
    goal('short', 'Buttons a shirt within 3 minutes without help'),
    goal('long', 'Prepares a simple meal with both hands and no help'),
    goal('long', 'Returns to all former tasks at work'),
  ],
};

const speech: EvalStarter = {
  Name: 'SLP evaluation, speech and swallowing',
  Discipline: 'SLP',
  NoteTypes: ['eval', 'reeval'],
  Sections: sections(
    { title: 'History', prompt: 'Diagnosis and onset, earlier therapy, hearing, vision, medication, breathing' },
    { title: 'Prior level of function', prompt: 'Communication, diet and independence before this began' },
    { title: 'Subjective', prompt: 'What the patient or family reports, languages, patient’s own goal' },
    { title: 'Oral mechanism', prompt: 'Structure, strength, range and coordination of lips, tongue, jaw, palate' },
    { title: 'Speech and voice', prompt: 'Intelligibility, rate, resonance, pitch, loudness, quality' },
    {
      title: 'Language and cognition',
      prompt: 'Comprehension, expression, reading, writing, attention, memory',
      optional: true,
    },
    { title: 'Swallowing', prompt: 'Textures tried, signs of aspiration, safe diet, need for an instrumental study' },
    { title: 'Assessment', prompt: 'Diagnosis and severity, need for skilled care, likely outcome' },
    { title: 'Plan', prompt: 'Frequency, duration, interventions, diet and strategies, partner training' },
  ),
  Measurements: measures(null, 'speech.intelligibility', 'speech.phonation', 'speech.cues'),
  GoalTexts: [
    goal('short', 'Uses slow rate in sentences in 8 of 10 tries with a verbal cue'),
    goal('long', 'Is understood by strangers in 90 % of conversation'),
    goal('long', 'Eats a regular diet without signs of aspiration'),
  ],
};

const chiropractic: EvalStarter = {
  Name: 'Chiropractic evaluation',
  Discipline: 'DC',
  NoteTypes: ['eval', 'reeval'],
  Sections: sections(
    { title: 'History', prompt: 'Symptoms that cause the visit, family and past health, onset, quality, earlier care' },
    { title: 'Prior level of function', prompt: 'Activity before this began' },
    { title: 'Subjective', prompt: 'Location, radiation, what makes it better or worse, patient’s own goal' },
    {
      title: 'Objective',
      prompt: 'Pain, asymmetry, range of motion, tissue: at least two, one of them asymmetry or range',
    },
    { title: 'Levels', prompt: 'Segments involved and their findings' },
    { title: 'Contraindications', prompt: 'Bone, blood vessel and nerve findings that rule out or limit adjustment' },
    { title: 'Assessment', prompt: 'Diagnosis and level of subluxation, expected improvement' },
    { title: 'Plan', prompt: 'Level of care, treatment goals, objective measures, date of first treatment' },
  ),
  Measurements: [
    ...measures(null, ...pains),
    ...measures('active', 'rom.cervical.flexion', 'rom.cervical.extension'),
    ...measures('active', 'rom.thoracolumbar.flexion', 'rom.thoracolumbar.extension'),
  ],
  GoalTexts: [
    goal('short', 'Sits 45 minutes with pain of at most 3 of 10'),
    goal('long', 'Lifts 25 lb from floor to waist without pain'),
  ],
};

const daily: EvalStarter = {
  Name: 'Daily note',
  Discipline: null,
  NoteTypes: ['daily'],
  Sections: sections(
    { title: 'Subjective', prompt: 'Change since the last visit, pain now, home program done or not and why' },
    { title: 'Objective', prompt: 'Treatment beyond the flowsheet, cues and help needed', optional: true },
    { title: 'Assessment', prompt: 'Response today, skill that was needed, progress toward which goal' },
    { title: 'Plan', prompt: 'What changes next visit, what the patient does until then' },
  ),
  Measurements: measures(null, 'pain.now'),
  GoalTexts: [],
};

/** One for each discipline, and one for every day. */
export const evalStarters: readonly EvalStarter[] = [physical, occupational, speech, chiropractic, daily];
