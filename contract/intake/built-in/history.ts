import type { Both, FormInBoth, PageInBoth } from './in-both.ts';

const some = (...words: [value: string, ...label: Both][]) =>
  words.map(([value, en, es]) => ({ value, label: [en, es] as const }));

/** What every discipline has to know before it treats. */
const health: PageInBoth[] = [
  {
    key: 'reason',
    title: ['Why you are coming', 'Por qué viene'],
    questions: [
      {
        kind: 'text',
        key: 'reason',
        label: ['Describe the problem', 'Describa el problema'],
        most: 1000,
        isRequired: true,
      },
      { kind: 'date', key: 'since', label: ['When did it start?', '¿Cuándo empezó?'] },
      {
        kind: 'text',
        key: 'goal',
        label: ['What would you like to do again?', '¿Qué le gustaría volver a hacer?'],
        most: 500,
      },
    ],
  },
  {
    key: 'health',
    title: ['Your health', 'Su salud'],
    questions: [
      {
        kind: 'many',
        key: 'conditions',
        label: ['Do you have, or did you have, any of these?', '¿Tiene o tuvo alguno de estos problemas?'],
        options: some(
          ['heart', 'Heart disease', 'Enfermedad del corazón'],
          ['bloodPressure', 'High blood pressure', 'Presión alta'],
          ['diabetes', 'Diabetes', 'Diabetes'],
          ['cancer', 'Cancer', 'Cáncer'],
          ['stroke', 'Stroke', 'Derrame cerebral'],
          ['seizures', 'Seizures', 'Convulsiones'],
          ['lungs', 'Asthma or lung disease', 'Asma o enfermedad pulmonar'],
          ['bones', 'Osteoporosis', 'Osteoporosis'],
          ['pacemaker', 'Pacemaker or other implant', 'Marcapasos u otro implante'],
          ['pregnant', 'Pregnant now', 'Embarazo actual'],
        ),
      },
      {
        kind: 'text',
        key: 'cancerWhen',
        label: ['Which cancer, and when?', '¿Qué tipo de cáncer y cuándo?'],
        most: 300,
        isRequired: true,
        showIf: { question: 'conditions', has: 'cancer' },
      },
      { kind: 'yesNo', key: 'hadSurgery', label: ['Have you had surgery?', '¿Ha tenido cirugías?'], isRequired: true },
      {
        kind: 'text',
        key: 'surgeries',
        label: ['Which surgery, and when?', '¿Qué cirugía y cuándo?'],
        most: 500,
        isRequired: true,
        showIf: { question: 'hadSurgery', is: true },
      },
      { kind: 'text', key: 'medications', label: ['Medications you take', 'Medicamentos que toma'], most: 1000 },
      { kind: 'text', key: 'allergies', label: ['Allergies', 'Alergias'], most: 300 },
    ],
  },
];

const movement: PageInBoth = {
  key: 'movement',
  title: ['Moving and balance', 'Movimiento y equilibrio'],
  questions: [
    {
      kind: 'yesNo',
      key: 'fell',
      label: ['Did you fall in the past year?', '¿Se cayó en el último año?'],
      isRequired: true,
    },
    {
      kind: 'choice',
      key: 'falls',
      label: ['How many times?', '¿Cuántas veces?'],
      isRequired: true,
      showIf: { question: 'fell', is: true },
      options: some(['1', 'Once', 'Una vez'], ['2', 'Twice', 'Dos veces'], ['more', 'More often', 'Más veces']),
    },
    {
      kind: 'many',
      key: 'redFlags',
      label: ['Do you have any of these now?', '¿Tiene alguno de estos ahora?'],
      options: some(
        ['numb', 'Numb arms or legs', 'Brazos o piernas dormidos'],
        ['weightLoss', 'Losing weight without trying', 'Pérdida de peso sin motivo'],
        ['nightPain', 'Pain that wakes you at night', 'Dolor que le despierta de noche'],
        ['bladder', 'New trouble with bladder or bowels', 'Nuevos problemas de vejiga o intestino'],
        ['fever', 'Fever', 'Fiebre'],
      ),
    },
  ],
};

const history = (Discipline: string, title: Both, more: readonly PageInBoth[]): FormInBoth => ({
  IntakeFormId: `history-${Discipline.toLowerCase()}`,
  version: 1,
  title,
  askedOf: { Disciplines: [Discipline] },
  pages: [...health, ...more],
});

const title = ['Medical history', 'Historia médica'] as const;

export const historyPT = history('PT', title, [movement]);

export const historyOT = history('OT', title, [
  {
    key: 'daily',
    title: ['Your day', 'Su día'],
    questions: [
      {
        kind: 'many',
        key: 'hard',
        label: ['Which of these are hard for you?', '¿Qué le cuesta hacer?'],
        options: some(
          ['dressing', 'Getting dressed', 'Vestirse'],
          ['bathing', 'Bathing', 'Bañarse'],
          ['cooking', 'Cooking', 'Cocinar'],
          ['writing', 'Writing or typing', 'Escribir'],
          ['grip', 'Gripping or opening things', 'Agarrar o abrir cosas'],
          ['work', 'Your work', 'Su trabajo'],
          ['sleep', 'Sleeping', 'Dormir'],
        ),
      },
      {
        kind: 'choice',
        key: 'hand',
        label: ['Which hand do you write with?', '¿Con qué mano escribe?'],
        isRequired: true,
        options: some(['R', 'Right', 'Derecha'], ['L', 'Left', 'Izquierda'], ['both', 'Both', 'Ambas']),
      },
      { kind: 'text', key: 'work', label: ['Your work or school', 'Su trabajo o escuela'], most: 300 },
    ],
  },
]);

export const historySLP = history('SLP', title, [
  {
    key: 'speech',
    title: ['Speaking and eating', 'Hablar y comer'],
    questions: [
      {
        kind: 'many',
        key: 'speechHard',
        label: ['Which of these are hard?', '¿Qué le cuesta?'],
        options: some(
          ['speaking', 'Speaking clearly', 'Hablar con claridad'],
          ['words', 'Finding words', 'Encontrar palabras'],
          ['understanding', 'Understanding others', 'Entender a otros'],
          ['memory', 'Memory and attention', 'Memoria y atención'],
          ['voice', 'Voice', 'La voz'],
          ['swallowing', 'Eating and swallowing', 'Comer y tragar'],
          ['stuttering', 'Stuttering', 'Tartamudez'],
        ),
      },
      {
        kind: 'yesNo',
        key: 'coughs',
        label: ['Do you cough when you eat or drink?', '¿Tose al comer o beber?'],
        isRequired: true,
      },
      {
        kind: 'text',
        key: 'diet',
        label: ['Foods or drinks you avoid', 'Alimentos o bebidas que evita'],
        most: 300,
        showIf: {
          any: [
            { question: 'coughs', is: true },
            { question: 'speechHard', has: 'swallowing' },
          ],
        },
      },
      {
        kind: 'line',
        key: 'languages',
        label: ['Languages spoken at home', 'Idiomas que se hablan en casa'],
        most: 100,
      },
      { kind: 'yesNo', key: 'hearing', label: ['Do you hear well?', '¿Oye bien?'] },
    ],
  },
]);

export const historyDC = history('DC', title, [
  movement,
  {
    key: 'spine',
    title: ['Your spine', 'Su columna'],
    questions: [
      {
        kind: 'yesNo',
        key: 'adjusted',
        label: ['Have you had a chiropractic adjustment before?', '¿Le han hecho ajustes quiroprácticos antes?'],
        isRequired: true,
      },
      {
        kind: 'text',
        key: 'adjustedHow',
        label: ['How did you feel after it?', '¿Cómo se sintió después?'],
        most: 300,
        showIf: { question: 'adjusted', is: true },
      },
      {
        kind: 'yesNo',
        key: 'thinner',
        label: ['Do you take a blood thinner?', '¿Toma anticoagulantes?'],
        isRequired: true,
      },
    ],
  },
]);

/** Where it hurts, as the therapist's body chart shows it too. */
export const pain: FormInBoth = {
  IntakeFormId: 'pain',
  version: 1,
  title: ['Pain', 'Dolor'],
  askedOf: { Disciplines: ['PT', 'OT', 'DC'] },
  pages: [
    {
      key: 'where',
      title: ['Your pain', 'Su dolor'],
      questions: [
        { kind: 'yesNo', key: 'hasPain', label: ['Do you have pain?', '¿Tiene dolor?'], isRequired: true },
        {
          kind: 'scale',
          key: 'now',
          label: ['How strong is it now?', '¿Qué tan fuerte es ahora?'],
          low: ['No pain', 'Sin dolor'],
          high: ['Worst pain', 'El peor dolor'],
          isRequired: true,
          showIf: { question: 'hasPain', is: true },
        },
        {
          kind: 'body',
          key: 'marks',
          label: ['Where does it hurt?', '¿Dónde le duele?'],
          hint: ['Tap the picture, or choose from the list.', 'Toque la imagen o elija de la lista.'],
          isRequired: true,
          showIf: { question: 'hasPain', is: true },
        },
        {
          kind: 'many',
          key: 'kind',
          label: ['How does it feel?', '¿Cómo se siente?'],
          showIf: { question: 'hasPain', is: true },
          options: some(
            ['aching', 'Aching', 'Molesto'],
            ['sharp', 'Sharp', 'Punzante'],
            ['burning', 'Burning', 'Ardiente'],
            ['tingling', 'Tingling', 'Hormigueo'],
            ['stiff', 'Stiff', 'Rígido'],
          ),
        },
      ],
    },
  ],
};
