import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outcomeMeasure } from '#contract/outcomes/outcomes.ts';
import { isEnglishOnly, questionsOf } from '#contract/surveys/outcome-survey.ts';
import { PublicApp } from '../app.tsx';
import { goTo } from '../kit/place.ts';

let sent: { url: string; body: Record<string, unknown> }[] = [];
let shown: object = {};

function pageOf(key: string, more: object = {}): object {
  const measure = outcomeMeasure(key);
  if (!measure) throw new Error(`No measure ${key}`);
  return {
    SurveySendId: '0193a0a0-0000-7000-8000-000000000009',
    SurveyKey: `outcome:${key}`,
    version: 1,
    clinic: 'Harborview Therapy',
    phone: '5035550100',
    state: 'open',
    measure: {
      questions: { en: questionsOf(measure, 'en'), es: questionsOf(measure, 'es') },
      isEnglishOnly: isEnglishOnly(measure, 'es'),
    },
    answers: {},
    ...more,
  };
}

beforeEach(() => {
  sent = [];
  localStorage.clear();
  vi.stubGlobal('scrollTo', () => Promise.resolve());
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const said = JSON.parse(String(body)) as Record<string, unknown>;
    sent.push({ url, body: said });
    const isAnswer = url.endsWith('/answers');
    const reply = isAnswer ? { ...shown, state: 'changeable' } : shown;
    return new Response(JSON.stringify(reply), { status: 200 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const slowly = { timeout: 15_000 };
const open = (page: object) => {
  shown = page;
  goTo('/survey#demo.token');
  return render(<PublicApp />);
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, slowly));
const answers = () => sent.filter(({ url }) => url.endsWith('/answers')).map(({ body }) => body['answers']);
const help = () => screen.getByRole('link', { name: 'Call 911' }).getAttribute('href');

test('every question of a health measure says where help is at once, and its answers are numbers', async () => {
  open(pageOf('phq2'));
  await screen.findByRole('heading', { name: 'Questions for your care' }, slowly);
  expect(help()).toBe('tel:911');
  expect(screen.getByText(/^Over the last 2 weeks/)).toBeTruthy();
  await press('Next');
  expect(await screen.findByText('Please answer this.')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Several days' }));
  await press('Next');
  await userEvent.click(await screen.findByRole('radio', { name: 'Not at all' }));
  expect(help()).toBe('tel:911');
  await press('Send answers');
  await screen.findByRole('heading', { name: 'Thank you' });
  expect(help()).toBe('tel:911');
  expect(answers()).toEqual([{ 1: 1, 2: 0 }]);
});

test('statements of a checklist are marked on one screen, and none marked is an answer', async () => {
  open(pageOf('rmdq'));
  const [first, second] = await screen.findAllByRole('checkbox', {}, slowly);
  if (!first || !second) throw new Error('No statements are shown.');
  expect(screen.getAllByRole('checkbox')).toHaveLength(24);
  await userEvent.click(first);
  await userEvent.click(second);
  await press('Send answers');
  await press('Answer again');
  const again = await screen.findAllByRole<HTMLInputElement>('checkbox');
  expect(again.filter(({ checked }) => checked)).toEqual([]);
  await press('Send answers');
  await screen.findByRole('heading', { name: 'Thank you' });
  expect(answers()).toEqual([{ 1: true, 2: true }, {}]);
});

test.each(['', '101', '-1', '4.5', 'x'])('the number %j is not taken', async (typed) => {
  open(pageOf('sane'));
  const box = await screen.findByRole('textbox', { name: /How would you rate/ }, slowly);
  if (typed !== '') await userEvent.type(box, typed);
  await press('Send answers');
  expect(box.getAttribute('aria-invalid')).toBe('true');
  expect(answers()).toEqual([]);
});

test('a number within its range is sent as one', async () => {
  open(pageOf('sane'));
  await userEvent.type(await screen.findByRole('textbox', { name: /How would you rate/ }, slowly), '85');
  await press('Send answers');
  await screen.findByRole('heading', { name: 'Thank you' });
  expect(answers()).toEqual([{ 1: 85 }]);
});

test('what was sent is not shown again, neither by the link nor on the page that sent it', async () => {
  open(pageOf('groc', { state: 'changeable' }));
  expect(await screen.findByText(/They are not shown here again/, {}, slowly)).toBeTruthy();
  await press('Answer again');
  const chosen = await screen.findByRole<HTMLInputElement>('radio', { name: '-7: a very great deal worse' });
  expect(chosen.checked).toBe(false);
  await userEvent.click(chosen);
  await press('Send answers');
  await press('Answer again');
  expect((await screen.findAllByRole<HTMLInputElement>('radio')).filter(({ checked }) => checked)).toEqual([]);
});

test('in Spanish own questions are in Spanish, and wording that is not ours stays as it was tested', async () => {
  open(pageOf('nprs'));
  await screen.findByText('How bad is your pain now?', {}, slowly);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'es');
  expect(await screen.findByText('¿Qué tan fuerte es su dolor ahora?')).toBeTruthy();
  expect(screen.queryByText(/se probó solo en inglés/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Llamar al 988' })).toBeTruthy();
  cleanup();
  open(pageOf('phq2'));
  expect(await screen.findByText(/se probó solo en inglés/, {}, slowly)).toBeTruthy();
});
