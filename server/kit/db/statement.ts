/**
 * A value as PostgreSQL reads it. Objects are written out here: the driver does so only after it has told the database
 * of a statement's name, which then stands for nothing where the value has no text.
 */
export function written(value: unknown): unknown {
  if (typeof value === 'function') return String(value);
  if (typeof value !== 'object' || value === null || value instanceof Date || ArrayBuffer.isView(value)) return value;
  return Array.isArray(value) ? value.map(written) : JSON.stringify(value);
}

/** Every text that was run, and from the second time on the name it is prepared under. */
const seen = new Map<string, string | undefined>();
const mostTexts = 500;

/** Fixed texts are prepared once per connection, which spares PostgreSQL reading and planning them; a text seen once is not worth it. */
export function statementName(text: string): string | undefined {
  if (!seen.has(text)) {
    if (seen.size < mostTexts) seen.set(text, undefined);
    return undefined;
  }
  const name = seen.get(text) ?? `mainstay_${(names += 1)}`;
  seen.set(text, name);
  return name;
}

let names = 0;
