import type { Cutoff, EvalMeasurement, Norm } from '../eval-measurement.ts';

/** How a field is written into a cell, and read from one; `undefined` is a text that says nothing the field takes. */
export type Column = {
  title: string;
  field: keyof EvalMeasurement;
  write(measure: EvalMeasurement): string | number;
  read(cell: string): unknown;
};

const text = (title: string, field: keyof EvalMeasurement): Column => ({
  title,
  field,
  write: (measure) => String(measure[field] ?? ''),
  read: (cell) => (cell === '' ? null : cell),
});

const number = (title: string, field: 'Min' | 'Max' | 'Step' | 'Mdc' | 'Mcid'): Column => ({
  title,
  field,
  write: (measure) => measure[field] ?? '',
  read: (cell) => (cell === '' ? null : numberOf(cell)),
});

const yesNo = (
  title: string,
  field: 'HigherIsBetter' | 'IsMultiselect' | 'Inactive',
  empty: boolean | null,
): Column => ({
  title,
  field,
  write: (measure) => (measure[field] === null ? '' : measure[field] ? 'yes' : 'no'),
  read: (cell) => (cell === '' ? empty : { yes: true, no: false }[cell.toLowerCase()]),
});

const list = (title: string, field: 'Modes' | 'Choices'): Column => ({
  title,
  field,
  write: (measure) => measure[field].join('; '),
  read: (cell) => partsOf(cell, ';'),
});

/** In the order of the file. Id is empty for a new measure. */
export const measureColumns: readonly Column[] = [
  text('Name', 'Name'),
  text('Goal type', 'GoalType'),
  text('Category', 'Category'),
  text('Region', 'Region'),
  { ...text('Sides', 'Sides'), read: (cell) => cell || 'none' },
  list('Modes', 'Modes'),
  text('Kind', 'Kind'),
  text('Unit', 'Unit'),
  number('Lowest', 'Min'),
  number('Highest', 'Max'),
  number('Step', 'Step'),
  list('Choices', 'Choices'),
  yesNo('Several choices', 'IsMultiselect', false),
  yesNo('Higher is better', 'HigherIsBetter', null),
  { title: 'Norms', field: 'Norms', write: ({ Norms }) => Norms.map(normText).join('; '), read: readNorms },
  { title: 'Cutoffs', field: 'Cutoffs', write: ({ Cutoffs }) => Cutoffs.map(cutoffText).join('; '), read: readCutoffs },
  number('MDC', 'Mdc'),
  number('MCID', 'Mcid'),
  text('Citation', 'Citation'),
  { ...text('Rights', 'Rights'), read: (cell) => cell || 'open' },
  yesNo('Inactive', 'Inactive', false),
  text('Id', 'EvalMeasurementId'),
];

function numberOf(cell: string): number | undefined {
  return /^[-+]?\d{1,7}(\.\d{1,4})?$/.test(cell) ? Number(cell) : undefined;
}

function partsOf(cell: string, mark: string): string[] {
  return cell
    .split(mark)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** `source | sex | ages | low | high`, with sex or ages empty for all. */
function normText({ source, sex, ages, low, high }: Norm): string {
  return [source, sex ?? '', agesText(ages), low, high].join(' | ');
}

function readNorms(cell: string): unknown {
  return partsOf(cell, ';').map((part) => {
    const [source = '', sex = '', ages = '', low = '', high = ''] = part.split('|').map((each) => each.trim());
    return { source, sex: sex === '' ? null : sex, ages: readAges(ages), low: numberOf(low), high: numberOf(high) };
  });
}

/** `is | value | sex | ages | label`. */
function cutoffText({ is, value, sex, ages, label }: Cutoff): string {
  return [is, value, sex ?? '', agesText(ages), label].join(' | ');
}

function readCutoffs(cell: string): unknown {
  return partsOf(cell, ';').map((part) => {
    const [is = '', value = '', sex = '', ages = '', label = ''] = part.split('|').map((each) => each.trim());
    return { is, value: numberOf(value), sex: sex === '' ? null : sex, ages: readAges(ages), label };
  });
}

function agesText(ages: Norm['ages']): string {
  return ages === null ? '' : `${ages.from}-${ages.to ?? ''}`;
}

function readAges(text: string): unknown {
  if (text === '') return null;
  const [, from, to] = /^(\d{1,3})\s*-\s*(\d{1,3})?$/.exec(text) ?? [];
  return from === undefined ? undefined : { from: Number(from), to: to === undefined ? null : Number(to) };
}
