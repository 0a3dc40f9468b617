import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { DemoBadge } from './demo-badge.tsx';

afterEach(() => lockDevice());

test.each([
  [true, 1],
  [false, 0],
  [undefined, 0],
])('where isDemo is %s, it stands %i times', async (isDemo, times) => {
  const { setup, ...clinic } = await openClinic();
  const { isDemo: _, ...website } = setup.website;
  const told = { ...website, ...(isDemo !== undefined && { isDemo }) };
  showSignedIn({ ...clinic, setup: { ...setup, website: told } }, <DemoBadge />);
  expect(screen.queryAllByText('Demo clinic')).toHaveLength(times);
});
