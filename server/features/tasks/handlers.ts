import { UserId } from '#contract/base/ids.ts';
import type { taskEndpoints } from '#contract/tasks/endpoints.ts';
import type { Handlers } from '#server/kit/context.ts';
import { people } from './store.ts';

export const taskHandlers: Handlers<typeof taskEndpoints> = {
  async people(_, { tx }) {
    const all = await people(tx);
    return { people: all.map((one) => ({ ...one, UserId: UserId.parse(one.UserId) })) };
  },
};
