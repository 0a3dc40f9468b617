type Line = { code: string; units: number; cents: number; reference: string };
type ReadClaim = {
  faults: string[];
  interchange: string;
  controlNumber: string;
  totalCents: number;
  lines: Line[];
};

function cents(amount: string | undefined): number {
  return Math.round(Number(amount) * 100);
}

/** Reads an 837P back on its own terms and lists what is wrong with its envelope, counts and sums. */
export function readClaim(content: string): ReadClaim {
  const faults: string[] = [];
  const check = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  const element = content[3] ?? '*';
  const terminator = content[105] ?? '~';
  const component = content[104] ?? ':';
  const segments = content.split(terminator).map((segment) => segment.trim().split(element));
  check(content.startsWith(`ISA${element}`), 'does not begin with ISA');
  check(segments.at(-1)?.join('') === '', 'does not end with a terminator');
  const all = segments.filter((segment) => segment[0] !== '');
  const of = (id: string) => all.filter((segment) => segment[0] === id);
  const first = (id: string) => of(id)[0] ?? [];
  const isa = first('ISA');
  check(
    isa
      .slice(1)
      .map((part) => part.length)
      .join() === '2,10,2,10,2,15,2,15,6,4,1,5,9,1,1,1',
    'ISA elements have other lengths',
  );
  check(first('IEA')[2] === isa[13], 'ISA13 and IEA02 differ');
  check(first('GE')[2] === first('GS')[6], 'GS06 and GE02 differ');
  check(first('SE')[2] === first('ST')[2], 'ST02 and SE02 differ');
  check(first('GS')[8] === '005010X222A1', 'GS08 is not 005010X222A1');
  const start = all.findIndex((segment) => segment[0] === 'ST');
  const end = all.findIndex((segment) => segment[0] === 'SE');
  check(Number(first('SE')[1]) === end - start + 1, 'SE01 counts wrong');
  check(
    of('HL').every((segment, at) => Number(segment[1]) === at + 1),
    'HL numbers do not rise by one',
  );
  const lines = readLines(all.slice(start, end), component);
  const totalCents = cents(first('CLM')[2]);
  check(lines.reduce((sum, line) => sum + line.cents, 0) === totalCents, 'CLM02 is not the sum of its lines');
  check(
    lines.every((line) => line.reference !== ''),
    'a line has no REF*6R',
  );
  check(new Set(lines.map((line) => line.reference)).size === lines.length, 'a REF*6R is in the list twice');
  check(of('HI').length > 0, 'no diagnosis');
  return { faults, interchange: isa[13] ?? '', controlNumber: first('CLM')[1] ?? '', totalCents, lines };
}

function readLines(segments: string[][], component: string): Line[] {
  const lines: Line[] = [];
  for (const segment of segments) {
    const line = lines.at(-1);
    if (segment[0] === 'SV1') {
      lines.push({
        code: segment[1]?.split(component)[1] ?? '',
        units: Number(segment[4]),
        cents: cents(segment[2]),
        reference: '',
      });
    }
    if (segment[0] === 'REF' && segment[1] === '6R' && line) line.reference = segment[2] ?? '';
  }
  return lines;
}
