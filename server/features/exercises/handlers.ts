import { fail } from '#contract/base/errors.ts';
import type { exerciseEndpoints } from '#contract/exercises/endpoints.ts';
import { exerciseById, library } from '#contract/exercises/library.ts';
import { atHome } from '#server/kit/auth/home-site.ts';
import type { Handlers } from '#server/kit/context.ts';
import { favoritesOf, setFavorite } from './store.ts';

export const exerciseHandlers: Handlers<typeof exerciseEndpoints> = {
  async list(_, { tx, caller }) {
    const { UserId } = caller;
    const favorites = new Set(await atHome(tx, caller, (site) => favoritesOf(tx, { site, UserId })));
    return {
      exercises: library.map((exercise) => ({ ...exercise, isFavorited: favorites.has(exercise.ExerciseId) })),
    };
  },

  async favorite({ id, isFavorited }, { tx, caller }) {
    if (!exerciseById(id)) fail('not-found', 'This exercise was not found.');
    const { UserId } = caller;
    return atHome(tx, caller, async (site) => {
      await setFavorite(tx, { site, UserId }, id, isFavorited);
      return { favoriteExerciseIds: await favoritesOf(tx, { site, UserId }) };
    });
  },
};
