/** Delimiters of every file we write; data never carries them, see `x12Text`. */
export const delimiters = { element: '*', component: ':', repetition: '^', segment: '~' } as const;

type Element = string | null | undefined;

/** One segment without its terminator; empty elements at the end are left away. */
export function segment(id: string, ...elements: Element[]): string {
  return [id, ...elements.map((element) => element ?? '')].join(delimiters.element).replace(/\*+$/, '');
}

/** Several values inside one element. */
export function composite(...components: Element[]): string {
  return components
    .map((component) => component ?? '')
    .join(delimiters.component)
    .replace(/:+$/, '');
}

/** Letters whose stroke or ligature Unicode does not take apart. */
const spelledOut: Record<string, string> = {
  ß: 'SS',
  ẞ: 'SS',
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
};

/**
 * Text as X12's basic character set holds it: upper case without accents, no delimiters, single spaces,
 * cut to the element's length. `O’Brien-Nguyễn` becomes `O'BRIEN-NGUYEN`; what has no Latin letter is lost,
 * which `claimEdits` reports.
 */
export function x12Text(text: string | null | undefined, max: number): string {
  return (text ?? '')
    .toUpperCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, (letter) => spelledOut[letter] ?? ' ')
    .replace(/[^A-Z0-9 !"&'()+,\-./;?=]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, max)
    .trim();
}

/** Only the digits: phone, tax and postal numbers. */
export function digits(text: string | null | undefined): string {
  return (text ?? '').replace(/\D/g, '');
}

/** `20261118` from a date or a wall time. */
export function x12Date(date: string): string {
  return date.slice(0, 10).replaceAll('-', '');
}

/** `1030` from a wall time. */
export function x12Time(wallTime: string): string {
  return wallTime.slice(11, 16).replace(':', '');
}

export type Envelope = {
  /** ISA13 and IEA02, nine digits; never used twice. */
  interchange: string;
  /** GS06 and GE02, one to nine digits. */
  group: string;
  /** ST02 and SE02, four to nine digits. */
  transaction: string;
  sender: string;
  receiver: string;
  madeAt: string;
  usage: 'P' | 'T';
};

const implementation = '005010X222A1';

/** A whole interchange with one 837P transaction; counts and control numbers of the trailers follow from it. */
export function interchange837(envelope: Envelope, body: readonly string[]): string {
  const { group, transaction, sender, receiver, madeAt } = envelope;
  const inTransaction = [segment('ST', '837', transaction, implementation), ...body];
  const segments = [
    isa(envelope),
    segment(
      'GS',
      'HC',
      x12Text(sender, 15),
      x12Text(receiver, 15),
      x12Date(madeAt),
      x12Time(madeAt),
      group,
      'X',
      implementation,
    ),
    ...inTransaction,
    segment('SE', String(inTransaction.length + 1), transaction),
    segment('GE', '1', group),
    segment('IEA', '1', envelope.interchange),
  ];
  return segments.map((each) => each + delimiters.segment).join('');
}

/** The only segment of fixed width: 105 characters and the terminator. */
function isa({ interchange, sender, receiver, madeAt, usage }: Envelope): string {
  const party = (id: string) => x12Text(id, 15).padEnd(15);
  const blank = ' '.repeat(10);
  return [
    'ISA',
    '00',
    blank,
    '00',
    blank,
    'ZZ',
    party(sender),
    'ZZ',
    party(receiver),
    x12Date(madeAt).slice(2),
    x12Time(madeAt),
    delimiters.repetition,
    '00501',
    interchange.padStart(9, '0'),
    '0',
    usage,
    delimiters.component,
  ].join(delimiters.element);
}
