import { expect, test } from 'vitest';
import { screensInThreads } from './page-workers.ts';

const chunk = (fileName: string, moduleIds: string[], imports: string[] = [], dynamicImports: string[] = []) => ({
  fileName,
  facadeModuleId: moduleIds[0] ?? null,
  moduleIds,
  imports,
  dynamicImports,
});
const page = chunk('index.js', ['/app/src/app/main.tsx', '/app/node_modules/react/index.js'], ['base.js']);
const base = chunk('base.js', ['/app/contract/entities.ts']);

test('a worker that shares only what runs anywhere is fine', () => {
  const worker = chunk('sync.js', ['/app/workers/sync.worker.ts'], ['base.js'], ['pressed.js']);
  expect(screensInThreads([page, base, worker, chunk('pressed.js', ['/app/contract/predictions.ts'])])).toEqual([]);
});

test('code of a screen is found, however late a worker would load it', () => {
  const worker = chunk('sync.js', ['/app/workers/sync.worker.ts'], ['base.js'], ['pressed.js']);
  const pressed = chunk('pressed.js', ['/app/contract/predictions.ts'], ['index.js']);
  expect(screensInThreads([page, base, worker, pressed])).toEqual(['index.js']);
});
