/** `authorization` as `an authorization`, `script` as `a script`; of letters that are spelled out, as they sound. */
export function withArticle(noun: string): string {
  const [word = ''] = noun.split(' ');
  const isSpelled = /^[A-Z]{2,}$/.test(word);
  const isAn = isSpelled ? /^[AEFHILMNORSX]/.test(word) : /^[aeio]|^u(?!ni|se)/i.test(word);
  return `${isAn ? 'an' : 'a'} ${noun}`;
}

/** `1 visit`, `2 visits`, `2 plans of care`. */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : manyOf(noun)}`;
}

/** `visit` as `visits`, `plan of care` as `plans of care`. */
export function manyOf(noun: string): string {
  const [first = '', ...rest] = noun.split(' of ');
  return [`${first}s`, ...rest].join(' of ');
}

/** For the begin of a sentence. */
export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** For the middle of a sentence; letters that are spelled out stay. */
export function uncapitalized(text: string): string {
  return /^[A-Z]{2,}/.test(text) ? text : text.slice(0, 1).toLowerCase() + text.slice(1);
}
