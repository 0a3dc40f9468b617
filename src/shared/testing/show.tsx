import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { render, type RenderResult } from '@testing-library/react';
import { Profiler, type ReactNode } from 'react';
import { cssVariables, theme } from '../ui/theme/theme.ts';
import { ToastHost } from '../ui/toasts/toast-host.tsx';
import { readyToToast } from '../ui/toasts/toasts.tsx';
import { afterEachTest } from './after-each.ts';

await readyToToast();

/** More than three times what the busiest test needs while it types as fast as it can, so that a faster machine may. */
const mostDrawingsPerSecond = 250;
const drawings: number[] = [];

// They outlive what drew them: the Undo of one test would be pressed in the next.
afterEachTest(() => notifications.clean());

afterEachTest(() => {
  const most = mostInASecond(drawings.splice(0));
  if (most > mostDrawingsPerSecond) throw new Error(`The screen drew itself ${most} times within a second.`);
});

/** Draws a part of a screen the way the app does, without transitions. */
export function show(part: ReactNode): RenderResult {
  return render(<Shown of={part} />);
}

/** For `rerender`. */
export function Shown({ of }: { of: ReactNode }) {
  return (
    <Profiler id="screen" onRender={() => drawings.push(performance.now())}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
        {of}
        <ToastHost />
      </MantineProvider>
    </Profiler>
  );
}

/** How often the screen was drawn in this test so far. */
export function drawingsSoFar(): number {
  return drawings.length;
}

function mostInASecond(times: readonly number[]): number {
  let from = 0;
  return times.reduce((most, time, at) => {
    while (time - (times[from] ?? time) > 1_000) from += 1;
    return Math.max(most, at - from + 1);
  }, 0);
}
