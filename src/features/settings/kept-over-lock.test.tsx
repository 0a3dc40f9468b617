import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftKeys } from '#local/drafts/drafts.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { patience } from '#shared/testing/over-lock.tsx';
import { sentTo } from '#shared/testing/sent.ts';
import { saveUnsaved } from '#shared/unsaved.ts';
import { ClosedPeriod } from './closed-period.tsx';
import { SettingRow } from './setting-row.tsx';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T15:00:00Z') }));
afterEach(() => {
  lockDevice();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const row = (value: string | null, onSave: (value: string | null) => Promise<void>) => (
  <SettingRow name="reports_base_url_override" value={value} disabled={false} onSave={onSave} />
);
const later = ['https://theirs.example', 'https://new.example'];
/** The website of this device changes to one of `later`. */
function Live() {
  const [value, setValue] = useState<string | null>(null);
  return (
    <>
      {row(value, async () => undefined)}
      {later.map((next) => (
        <button key={next} type="button" onClick={() => setValue(next)}>
          {next}
        </button>
      ))}
    </>
  );
}
const change = (to: string) => userEvent.click(screen.getByRole('button', { name: to }));
const address = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Report/ }, patience);

test('an address someone else wrote while mine was kept over a lock stays, and mine is told beside it', async () => {
  const onSave = vi.fn(async () => undefined);
  const clinic = await openClinic();
  const before = showSignedIn(clinic, row(null, onSave));
  await userEvent.type(await address(), 'https://mine.example');
  expect(await saveUnsaved()).toBe(true);
  before.unmount();
  showSignedIn(clinic, row('https://theirs.example', onSave));
  expect((await screen.findByRole('alert', {}, patience)).textContent).toContain('You typed: https://mine.example');
  expect((await address()).value).toBe('https://theirs.example');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  await waitFor(async () => expect(await draftKeys()).toEqual([]), patience);
});

test('an address that was refused over a newer one is not typed again; one that was saved says nothing', async () => {
  const clinic = await openClinic();
  showSignedIn(clinic, <Live />);
  await userEvent.type(await address(), 'https://mine.example');
  await waitFor(async () => expect(await draftKeys()).toHaveLength(1), patience);
  await change('https://theirs.example');
  await screen.findByRole('alert', {}, patience);
  expect((await address()).value).toBe('https://theirs.example');
  await userEvent.clear(await address());
  await userEvent.type(await address(), 'https://new.example');
  await waitFor(async () => expect(await draftKeys()).toHaveLength(1), patience);
  await change('https://new.example');
  await waitFor(async () => expect(await draftKeys()).toEqual([]), patience);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a day chosen over another closed period is not filled in once that changed', async () => {
  let end = '2026-10-31';
  sentTo(() => ({ closedBillingPeriodEnd: end }));
  const clinic = await openClinic();
  const before = showSignedIn(clinic, <ClosedPeriod />);
  await userEvent.tripleClick(await screen.findByLabelText('Closed through', {}, patience));
  await userEvent.keyboard('11052026');
  await userEvent.tab();
  expect(await saveUnsaved()).toBe(true);
  before.unmount();
  await waitFor(async () => expect(await draftKeys()).toHaveLength(1), patience);
  end = '2026-11-10';
  showSignedIn(clinic, <ClosedPeriod />);
  await waitFor(async () => expect(await draftKeys()).toEqual([]), patience);
  expect(screen.getByLabelText<HTMLInputElement>('Closed through').value).toBe('11/10/2026');
});
