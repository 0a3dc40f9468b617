type Row = Record<string, unknown>;

/**
 * Rows of one kind without what they repeat: field names once, and values all rows share once; a third of the JSON of
 * a patient's visits. `fields` are those that differ, `rows` their values in that order.
 */
export type PackedRows = { names: string[]; shared: Row; fields: string[]; rows: unknown[][] } | { whole: Row[] };

/** Rows as JSON keeps them: fields that are undefined are left out. */
export function packedRows(rows: Row[]): PackedRows {
  const [first] = rows;
  const names = Object.keys(first ?? {});
  const isAlike = (row: Row) => {
    const own = Object.keys(row);
    return own.length === names.length && names.every((name, at) => own[at] === name && row[name] !== undefined);
  };
  if (!first || !rows.every(isAlike)) return { whole: rows };
  const fields = names.filter((name) => !isShared(rows, name));
  const differs = new Set(fields);
  const shared = Object.fromEntries(names.flatMap((name) => (differs.has(name) ? [] : [[name, first[name]]])));
  return { names, shared, fields, rows: rows.map((row) => fields.map((name) => row[name])) };
}

/** The same rows, their fields in the same order. */
export function unpackedRows(packed: PackedRows): Row[] {
  if ('whole' in packed) return packed.whole;
  const { names, shared, fields, rows } = packed;
  const places = names.map((name) => fields.indexOf(name));
  return rows.map((values) => {
    const row: Row = {};
    names.forEach((name, at) => {
      const place = places[at] ?? -1;
      row[name] = place === -1 ? shared[name] : values[place];
    });
    return row;
  });
}

/** Whether all rows have one value in a field; lists and objects are not looked into. */
function isShared(rows: Row[], name: string): boolean {
  const value = rows[0]?.[name];
  return rows.every((row) => row[name] === value) && (typeof value !== 'object' || value === null);
}

/** Values by key, each text of a value once: a column of a flowsheet says the same of most exercises. */
export type PackedMap = { keys: string[]; texts: string[]; at: number[] };

export function packedMap(map: Row): PackedMap {
  const all = Object.values(map).map((value) => JSON.stringify(value));
  const texts = [...new Set(all)];
  return { keys: Object.keys(map), texts, at: all.map((text) => texts.indexOf(text)) };
}

/** The same values by the same keys in their order; no two share an object. */
export function unpackedMap({ keys, texts, at }: PackedMap): Row {
  return Object.fromEntries(keys.map((key, index) => [key, JSON.parse(texts[at[index] ?? 0] ?? 'null') as unknown]));
}
