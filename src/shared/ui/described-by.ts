type Field = { id: string; description?: unknown; error?: unknown };

/**
 * What describes a field beside its own sentences, which are named too. Mantine's fields overwrite `aria-describedby`;
 * these props are for one of them, with the same `id`, `description` and `error`. A MultiSelect takes no notice.
 */
export function describedBy({ id, description, error }: Field, ...ids: readonly (string | undefined)[]) {
  const own = [
    ...(typeof error === 'string' && error !== '' ? [`${id}-error`] : []),
    ...(description ? [`${id}-description`] : []),
  ];
  const all = [...own, ...ids.filter((one) => one !== undefined)];
  const said = { 'aria-describedby': all.length > 0 ? all.join(' ') : undefined };
  return { id, attributes: { input: said } };
}
