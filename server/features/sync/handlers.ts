import type { syncEndpoints } from '#contract/sync/endpoints.ts';
import type { Handlers } from '#server/kit/context.ts';
import { compare, repair } from './compare.ts';
import { chart, hydrate } from './hydrate.ts';
import { pull } from './pull.ts';
import { push } from './push.ts';
import { recordDiscard } from './record-discard.ts';
import { recordViews } from './record-views.ts';

export const syncHandlers: Handlers<typeof syncEndpoints> = {
  pull,
  push,
  recordDiscard,
  recordViews,
  hydrate,
  chart,
  compare,
  repair,
};
