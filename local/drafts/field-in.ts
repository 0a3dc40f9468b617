type Values = Readonly<Record<string, unknown>>;

/** What a field of a row holds; the texts and elements of a note stand in its parts. Undefined where there is nothing. */
export function fieldIn(row: object | undefined, field: string): unknown {
  const { Sections, Elements } = (row ?? {}) as { Sections?: Values; Elements?: Values };
  return ({ ...row, ...Sections, ...Elements } as Values)[field];
}
