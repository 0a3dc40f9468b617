import { outcome, type AnswerChoice, type OutcomeItem, type OutcomeMeasure } from './outcome-measure.ts';

const often: readonly AnswerChoice[] = [
  'Not at all',
  'Several days',
  'More than half the days',
  'Nearly every day',
].map((Label, Value) => ({ Value, Label }));
const hard: readonly AnswerChoice[] = [
  'Not difficult at all',
  'Somewhat difficult',
  'Very difficult',
  'Extremely difficult',
].map((Label, Value) => ({ Value, Label }));

const instruction = 'Over the last 2 weeks, how often have you been bothered by any of the following problems?';

const phqTexts = [
  'Little interest or pleasure in doing things',
  'Feeling down, depressed, or hopeless',
  'Trouble falling or staying asleep, or sleeping too much',
  'Feeling tired or having little energy',
  'Poor appetite or overeating',
  'Feeling bad about yourself – or that you are a failure or have let yourself or your family down',
  'Trouble concentrating on things, such as reading the newspaper or watching television',
  'Moving or speaking so slowly that other people could have noticed? Or the opposite – being so fidgety or restless that you have been moving around a lot more than usual',
  'Thoughts that you would be better off dead or of hurting yourself in some way',
];

const gadTexts = [
  'Feeling nervous, anxious or on edge',
  'Not being able to stop or control worrying',
  'Worrying too much about different things',
  'Trouble relaxing',
  'Being so restless that it is hard to sit still',
  'Becoming easily annoyed or irritable',
  'Feeling afraid as if something awful might happen',
];

const difficulty: OutcomeItem = {
  Key: 'difficulty',
  Text: 'If you checked off any problems, how difficult have these problems made it for you to do your work, take care of things at home, or get along with other people?',
  Choices: hard,
  IsScored: false,
};

function items(texts: readonly string[]): OutcomeItem[] {
  return texts.map((Text, at) => ({ Key: String(at + 1), Text, Choices: often, IsScored: true }));
}

const form = {
  form: 'scale',
  scoring: 'sum',
  Instruction: instruction,
  Min: 0,
  Step: 1,
  HigherIsBetter: false,
} as const;
const free =
  'Spitzer, Williams, Kroenke and colleagues; no permission is needed to reproduce, translate, show or distribute it.';

/** Screens for depression and anxiety, free to reproduce. */
export const moodMeasures: readonly OutcomeMeasure[] = [
  outcome({
    ...form,
    MeasureKey: 'phq2',
    Name: 'Patient Health Questionnaire-2',
    Abbreviation: 'PHQ-2',
    Items: items(phqTexts.slice(0, 2)),
    Max: 6,
    Citation: free,
  }),
  outcome({
    ...form,
    MeasureKey: 'phq9',
    Name: 'Patient Health Questionnaire-9',
    Abbreviation: 'PHQ-9',
    Items: [...items(phqTexts), difficulty],
    Max: 27,
    Citation: free,
  }),
  outcome({
    ...form,
    MeasureKey: 'gad7',
    Name: 'Generalized Anxiety Disorder 7-item scale',
    Abbreviation: 'GAD-7',
    Items: [...items(gadTexts), difficulty],
    Max: 21,
    Citation: free,
  }),
];
