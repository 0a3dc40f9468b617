import type { samePeopleEndpoints } from '#contract/same-people/endpoints.ts';
import type { Handlers } from '#server/kit/context.ts';
import { likePeople } from './store.ts';

export const samePeopleHandlers: Handlers<typeof samePeopleEndpoints> = {
  find: async (person, { tx }) => ({ people: await likePeople(tx, person) }),
};
