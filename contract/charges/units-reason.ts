import { unitMinutes } from './timed.ts';

/** What one code comes to on one day; `minutes` is null for an untimed code. */
export type CodeUnits = { CPT_Code: string; minutes: number | null; units: number };
type TimedCode = CodeUnits & { minutes: number };

/** `Why 3 units: 40 timed minutes make 3 units under CMS total time (38–52). 97110 has 33 min: …` */
export function reasonForCms(perCode: readonly CodeUnits[]): string {
  const timed = perCode.filter((each): each is TimedCode => each.minutes !== null);
  const sentences =
    timed.length === 0
      ? []
      : [totalSentence(timed), ...timed.map((each) => cmsCodeSentence(each, timed.some(gotOneMore)))];
  return whole(perCode, sentences);
}

/** `Why 2 units: by the rule of eights each code counts on its own. 97110 has 33 min: …` */
export function reasonForSpm(perCode: readonly CodeUnits[]): string {
  const timed = perCode.filter((each): each is TimedCode => each.minutes !== null);
  const sentences =
    timed.length === 0 ? [] : ['under the rule of eights each code counts on its own.', ...timed.map(spmCodeSentence)];
  return whole(perCode, sentences);
}

function whole(perCode: readonly CodeUnits[], timedSentences: readonly string[]): string {
  if (perCode.length === 0) return 'No services are recorded yet.';
  const total = perCode.reduce((sum, each) => sum + each.units, 0);
  const untimed = perCode
    .filter((each) => each.minutes === null)
    .map((each) => `${each.CPT_Code} is untimed and counts ${each.units}.`);
  return `Why ${counted(total)}: ${[...timedSentences, ...untimed].join(' ')}`;
}

function totalSentence(timed: readonly TimedCode[]): string {
  const minutes = timed.reduce((sum, each) => sum + each.minutes, 0);
  const units = timed.reduce((sum, each) => sum + each.units, 0);
  const range = units === 0 ? '0–7' : `${unitMinutes * units - 7}–${unitMinutes * units + 7}`;
  return `${minutes} timed ${minutes === 1 ? 'minute makes' : 'minutes make'} ${counted(units)} under CMS total time (${range}).`;
}

function gotOneMore({ minutes, units }: TimedCode): boolean {
  return units > Math.floor(minutes / unitMinutes);
}

function cmsCodeSentence({ CPT_Code, minutes, units }: TimedCode, othersGotOne: boolean): string {
  const blocks = Math.floor(minutes / unitMinutes);
  const rest = minutes % unitMinutes;
  const start = `${CPT_Code} has ${minutes} min: ${blocksWords(blocks)}`;
  if (rest === 0) return `${start}.`;
  if (units > blocks) return `${start}, and its ${rest} min left over get one more.`;
  if (othersGotOne) return `${start}; larger or earlier leftovers come first, so its ${rest} min get none.`;
  return `${start}; its ${rest} min left over do not reach another unit.`;
}

function spmCodeSentence({ CPT_Code, minutes, units }: TimedCode): string {
  const blocks = Math.floor(minutes / unitMinutes);
  const rest = minutes % unitMinutes;
  const start = `${CPT_Code} has ${minutes} min: ${blocksWords(blocks)}`;
  if (rest === 0) return `${start}.`;
  if (units > blocks) return `${start}, and ${rest} min left over are 8 or more: one more.`;
  return `${start}; ${rest} min left over are under 8 and add none.`;
}

function blocksWords(blocks: number): string {
  if (blocks === 0) return 'no full block';
  return blocks === 1 ? '1 full block' : `${blocks} full blocks`;
}

function counted(units: number): string {
  return units === 1 ? '1 unit' : `${units} units`;
}
