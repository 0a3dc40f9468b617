import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryLimits } from '#shared/memory-watch.ts';
import { useUnsaved } from '#shared/unsaved.ts';
import { routeChanged } from './memory-keeper.ts';

const mb = 1024 * 1024;
let usedMb = 0;
const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  usedMb = 3_600;
  Object.defineProperty(performance, 'memory', {
    configurable: true,
    get: () => ({ usedJSHeapSize: usedMb * mb, jsHeapSizeLimit: 4_096 * mb }),
  });
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  reload.mockReset();
});

async function changeScreens(times: number): Promise<void> {
  for (let change = 0; change < times; change += 1) {
    routeChanged();
    await vi.advanceTimersByTimeAsync(1_500);
  }
}

/** A form on the page itself, in no dialog; its field does not have the focus. */
function PageForm({ isDirty }: { isDirty: boolean }) {
  useUnsaved(isDirty);
  return <input defaultValue="Half filled in" />;
}

test('a reload waits for a form on the page that is half filled in, and is left out when memory came back meanwhile', async () => {
  const { rerender } = render(<PageForm isDirty />);
  await changeScreens(memoryLimits.routeChanges);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(reload).not.toHaveBeenCalled();
  usedMb = 300;
  rerender(<PageForm isDirty={false} />);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(reload).not.toHaveBeenCalled();
  await changeScreens(1);
  expect(reload).not.toHaveBeenCalled();

  usedMb = 3_600;
  await changeScreens(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reload).toHaveBeenCalled();
});
