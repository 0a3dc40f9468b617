import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { clonesOf } from '#contract/documentation/clone-warnings.ts';
import { noteRow } from '#contract/testing/rows.ts';
import { show } from '#shared/testing/show.tsx';
import { useSectionMarks } from './section-marks.tsx';

const was = 'Pain is lower than on Monday. Slept well.';
const before = [
  { ...noteRow({ Subjective: was }), NoteDate: '2026-11-16', signedAt: '2026-11-16T18:00:00.000000+00:00' },
];

function Section({ text }: { text: string }) {
  const [shown] = useState(text);
  const clone = clonesOf({ Sections: { Subjective: shown } }, before, '').Subjective;
  const { chips, preview } = useSectionMarks({
    title: 'Subjective',
    text: shown,
    clone,
    before,
    section: 'Subjective',
  });
  return (
    <>
      {chips}
      {preview}
    </>
  );
}

test('a chip says how much of a section is repeated, and opens it with the repeated words marked', async () => {
  show(<Section text="Today: pain is lower than on Monday. New stairs." />);
  const chip = screen.getByRole('button', { name: 'Subjective: 66% repeated' });
  expect(chip.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(chip);
  const preview = screen.getByRole('region', { name: 'Subjective: in earlier notes' });
  expect(preview.textContent).toContain('Marked text is also in the signed note of 11/16/2026.');
  expect(preview.textContent).toContain('Today: pain is lower than on Monday. New stairs.');
  expect([...preview.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'pain is lower than on Monday',
  ]);
  await userEvent.click(chip);
  expect(screen.queryByRole('region')).toBeNull();
});

test('what changed since the last signed note is marked, both new and gone', async () => {
  show(<Section text="Pain is higher than on Monday. Slept well." />);
  await userEvent.click(screen.getByRole('button', { name: 'Subjective: changed since 11/16/2026' }));
  const preview = within(screen.getByRole('region', { name: 'Subjective: changed since 11/16/2026' }));
  expect(preview.getByText('higher', { selector: 'ins', trim: true })).toBeTruthy();
  expect(preview.getByText('lower', { selector: 'del', trim: true })).toBeTruthy();
});

test('the same text is said to be the same', async () => {
  show(<Section text={was} />);
  expect(screen.getByRole('button', { name: 'Subjective: 100% repeated' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /changed since/ }));
  expect(screen.getByText('The same text as in the signed note of 11/16/2026.')).toBeTruthy();
});

test('a section of which nothing is repeated has no such chip', () => {
  show(<Section text="Climbed ten stairs without any rail at home." />);
  expect(screen.queryByRole('button', { name: /repeated/ })).toBeNull();
  expect(screen.getByRole('button', { name: /changed since/ })).toBeTruthy();
});
