import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Issue } from '#contract/scheduling/issue.ts';
import { listen } from '#shared/testing/listen.ts';
import { show, Shown } from '#shared/testing/show.tsx';
import { announce, LiveRegion } from '#shared/ui/live-region/live-region.tsx';
import { settleMs } from '#shared/ui/live-region/settled-count.tsx';
import { VisitIssues } from './visit-issues.tsx';

beforeEach(() => announce(''));
afterEach(() => void vi.useRealTimers());

const busy = (until: string): Issue => ({
  code: 'provider-busy-ask',
  severity: 'red',
  sentence: `Rosa Alvarez is booked 9:00 AM to ${until}.`,
});

test('what speaks against a time is told once the time typed rests, not with each key', async () => {
  vi.useFakeTimers();
  const part = (issues: Issue[]) => (
    <>
      <VisitIssues issues={issues} accepted={[]} readAgain={null} onAccept={vi.fn()} />
      <LiveRegion />
    </>
  );
  const { rerender } = show(part([]));
  const heard = listen();
  for (const issues of [[busy('9:30 AM')], [], [busy('9:45 AM')]]) {
    rerender(<Shown of={part(issues)} />);
    await act(() => vi.advanceTimersByTimeAsync(settleMs / 2));
  }
  expect(screen.getByText(/9:45 AM/)).toBeTruthy();
  expect(heard).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(settleMs));
  expect(heard).toEqual(['Needs confirmation: Rosa Alvarez is booked 9:00 AM to 9:45 AM.']);
});
