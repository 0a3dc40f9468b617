import type { ExerciseId } from '#contract/base/ids.ts';
import type { Tx } from '#server/kit/context.ts';

type Who = { site: string; UserId: string };

/** The exercises that a user keeps at hand. */
export async function favoritesOf(tx: Tx, { site, UserId }: Who): Promise<ExerciseId[]> {
  const rows = await tx.rows<{ ExerciseId: ExerciseId }>(
    `select "ExerciseId" from exercise_favorites where site = $1 and "UserId" = $2 order by "ExerciseId"`,
    [site, UserId],
  );
  return rows.map(({ ExerciseId }) => ExerciseId);
}

export async function setFavorite(
  tx: Tx,
  { site, UserId }: Who,
  ExerciseId: string,
  isFavorited: boolean,
): Promise<void> {
  const sql = isFavorited
    ? `insert into exercise_favorites (site, "UserId", "ExerciseId") values ($1, $2, $3) on conflict do nothing`
    : `delete from exercise_favorites where site = $1 and "UserId" = $2 and "ExerciseId" = $3`;
  await tx.run(sql, [site, UserId, ExerciseId]);
}
