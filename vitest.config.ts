import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'contract',
          include: [
            'contract/**/*.test.ts',
            'tests/contract/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/faults/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'model',
          include: ['tests/sync/model/**/*.test.ts'],
          testTimeout: 12 * 3_600_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'world',
          include: ['tests/sync/world/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/sync/kill/**/*.test.ts', 'tests/sync/chaos/**/*.test.ts'],
          // Those that run for a night when asked say so themselves.
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'local',
          include: ['local/**/*.test.ts', 'workers/**/*.test.ts', 'sw/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'screens',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['src/shared/testing/setup.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
