type Values = Readonly<Record<string, unknown>>;

/** What a field of a row holds; the texts, elements and cells of a note stand in its parts. Undefined where there is nothing. */
export function fieldIn(row: object | undefined, field: string): unknown {
  const { Sections, Elements, Cells } = (row ?? {}) as { Sections?: Values; Elements?: Values; Cells?: Values };
  return ({ ...row, ...Sections, ...Elements, ...Cells } as Values)[field];
}
