import { showDate } from '../base/dates.ts';
import { showPhone } from '../base/text.ts';
import { showAges, type Ages } from '../measures/ages.ts';
import type { Field, FieldKind, PartsKind } from './fields.ts';

/** What a row of another entity, or an entry of a list, is called. */
export type RowName = (entity: string, id: string) => Promise<string>;

/** The value of a field as people read it: who and where by name, codes by their words, a dash where it is empty. */
export async function fieldWords({ kind }: Pick<Field, 'kind'>, value: unknown, nameOf: RowName): Promise<string> {
  if (kind.is === 'refs') return namesOf(kind, value, nameOf);
  if (kind.is === 'parts') return partsWords(kind, value, nameOf);
  if (kind.is === 'tags') return (value as string[] | null | undefined)?.join(', ') || 'None';
  if (kind.is === 'flags') return flagWords(kind.names, value);
  if (kind.is === 'choices') return choiceWords(kind.names, value);
  if (value === null || value === undefined || value === '') return '-';
  if (kind.is === 'ages') return showAges(value as Ages);
  if (kind.is === 'either') return value === true ? kind.yes : kind.no;
  const text = String(value);
  switch (kind.is) {
    case 'choice':
      return kind.names[text] ?? text;
    case 'ref':
      return nameOf(kind.to, text);
    case 'listed':
      return nameOf(kind.list, text);
    case 'day':
      return showDate(text);
    case 'phone':
      return showPhone(text);
    case 'flag':
      return value === true ? 'Yes' : 'No';
    default:
      return text;
  }
}

function flagWords(names: Readonly<Record<string, string>>, value: unknown): string {
  const on = Object.entries((value ?? {}) as object).filter(([, isOn]) => isOn === true);
  return on.map(([name]) => names[name] ?? name).join(', ') || 'None';
}

function choiceWords(names: Readonly<Record<string, string>>, value: unknown): string {
  return (Array.isArray(value) ? value : []).map((one) => names[String(one)] ?? String(one)).join(', ') || 'None';
}

async function namesOf(kind: Extract<FieldKind, { is: 'refs' }>, ids: unknown, nameOf: RowName): Promise<string> {
  if (!Array.isArray(ids) || ids.length === 0) return kind.none;
  return (await Promise.all(ids.map((id) => nameOf(kind.to, String(id))))).join(kind.ordered ? '; ' : ', ');
}

/** Each part by all that is known of it: two that differ in anything read differently. An order is read line by line. */
async function partsWords({ fields, key }: PartsKind, parts: unknown, nameOf: RowName): Promise<string> {
  const [within, between] = key === null ? [' ', '\n'] : [', ', '; '];
  if (!Array.isArray(parts) || parts.length === 0) return '-';
  const words = parts.map(async (part: Readonly<Record<string, unknown>>) => {
    const each = await Promise.all(
      Object.entries(fields).map(([name, field]) => fieldWords(field, part[name], nameOf)),
    );
    return each.filter((word) => word !== '-').join(within);
  });
  return (await Promise.all(words)).join(between);
}
