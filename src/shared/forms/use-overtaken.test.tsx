import { fireEvent, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { AppError } from '#contract/base/errors.ts';
import { show } from '#shared/testing/show.tsx';
import { nowBy, rebaseBy, useOvertaken, type TypedOver } from './use-overtaken.tsx';

const Row = z.object({ Name: z.string(), City: z.string(), ids: z.array(z.string()) });
type Row = z.output<typeof Row>;

const opened: Row = { Name: 'Coast', City: 'Salem', ids: ['a'] };
const theirs: Row = { Name: 'Harbor', City: 'Lynn', ids: ['a', 'theirs'] };
const mine: Row = { Name: 'Shore', City: 'Salem', ids: ['a', 'mine'] };
const sentence = 'Someone else changed this region after you opened it. Nothing was saved.';
const options = { nowOf: nowBy(Row), rebase: rebaseBy<Row>({ ids: 'set' }) };

type Told = { typed: TypedOver<Row>; kept: TypedOver<Row>; isHeld: boolean; isMet: boolean };
const tell = vi.fn<(told: Told) => void>();
const told = () => tell.mock.lastCall?.[0];

function Form({ error }: { error: unknown }) {
  const [typed, begin] = useState<TypedOver<Row>>({ before: opened, values: mine });
  const [isMet, setMet] = useState(false);
  const { kept, isHeld, meet, refusal } = useOvertaken(typed, begin, options);
  useEffect(() => tell({ typed, kept, isHeld, isMet }));
  return (
    <>
      {refusal}
      <button onClick={() => setMet(meet(error))}>Save</button>
    </>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('what was typed stays when someone else has changed the same, shows what is there now, and goes over it', () => {
  show(<Form error={new AppError('changed-elsewhere', sentence, { current: { ...theirs, more: 1 } })} />);
  press('Save');
  expect(screen.getByRole('alert').textContent).toContain(sentence);
  expect(told()).toMatchObject({ typed: { before: opened, values: mine }, isMet: true, isHeld: false });

  press('Show current version');
  expect(told()?.typed).toEqual({ before: theirs, values: theirs });
  expect(told()).toMatchObject({ isHeld: true, kept: { before: opened, values: mine } });
  expect(screen.getByRole('alert').textContent).toContain('Your text is kept.');

  press('Restore my text');
  const values = { Name: 'Shore', City: 'Lynn', ids: ['a', 'theirs', 'mine'] };
  expect(told()?.typed).toEqual({ before: theirs, values });
  expect(told()?.isHeld).toBe(false);
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['another refusal is not met', new AppError('invalid', 'Enter the name.'), false],
  ['nor is a fault', new Error('broken'), false],
  ['of what cannot be read its sentence is told', new AppError('changed-elsewhere', sentence, { current: {} }), true],
])('%s', (_what, error, isMet) => {
  show(<Form error={error} />);
  press('Save');
  expect(told()).toMatchObject({ isMet, typed: { before: opened, values: mine } });
  expect(screen.queryByRole('alert')?.textContent).toBe(isMet ? sentence : undefined);
});
