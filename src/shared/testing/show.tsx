import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { cssVariables, theme } from '../ui/theme/theme.ts';

/** Draws a part of a screen the way the app does, without transitions. */
export function show(part: ReactNode): RenderResult {
  return render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      {part}
      <Notifications />
    </MantineProvider>,
  );
}
