import { isRealDate } from '#contract/base/dates.ts';
import type { PatientSearch } from './store.ts';

/** What a search text asks for: a birth date, digits of a phone number, and beginnings of names. */
export function readSearch(text: string): PatientSearch {
  const search: PatientSearch = { words: [], digits: null, birthDate: null };
  const phone = text.replace(/[\s().+-]/g, '');
  if (/^\d{3,}$/.test(phone) && !birthDateIn(text.trim())) return { ...search, digits: phone };
  for (const part of text.trim().split(/[\s,]+/)) {
    const date = birthDateIn(part);
    if (date) search.birthDate = date;
    else search.words.push(...fold(part).split('-'));
  }
  return { ...search, words: search.words.filter((word) => word !== '') };
}

/** MM/DD/YYYY as shown (spec 5), or YYYY-MM-DD as stored. */
function birthDateIn(text: string): string | null {
  const shown = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const date = shown ? `${shown[3]}-${shown[1]?.padStart(2, '0')}-${shown[2]?.padStart(2, '0')}` : text;
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && isRealDate(date) ? date : null;
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
}
