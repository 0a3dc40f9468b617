/** What people choose first, in the bare form in which a password is compared: lower case, digits read as letters. */
const common =
  `password passwort passcode passphrase secret letmein welcome hello admin administrator root user guest test
testing login access default change changeme temp demo sample master super superuser system server computer internet
qwerty qwertz azerty iloveyou loveyou love lovely lover babe baby angel sweet honey sunshine princess prince queen king
football baseball basketball soccer hockey tennis golf softball volleyball dragon monkey tiger lion eagle falcon panther
cowboy cowboys yankees lakers steelers packers batman superman spiderman starwars pokemon matrix jordan michael michelle
jennifer jessica ashley daniel andrew joshua thomas robert william charlie george nicole amanda matthew anthony hannah
samantha elizabeth maggie buster bailey harley ginger pepper cookie shadow hunter ranger killer ninja maverick mustang
corvette ferrari porsche mercedes yamaha chelsea arsenal liverpool barcelona summer winter spring autumn fall january
february march april june july august september october november december monday tuesday wednesday thursday friday
saturday sunday flower purple orange yellow silver golden diamond freedom forever friends family mother father blessed
jesus christ heaven whatever nothing trustno freeme fuckyou asshole money dollar hospital clinic doctor nurse medical
health patient patients therapy therapist physical rehab medicare office staff work company team google facebook
microsoft windows apple samsung iphone android`
    .split(/\s+/)
    .toSorted((one, other) => other.length - one.length);

/** The rows of a keyboard from above, each a little to the right of the one before it. */
const keyboards = [
  ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['1234567890', 'qwertzuiop', 'asdfghjkl', 'yxcvbnm'],
];
const columns = keyboards.flatMap(([digits = '', ...letters]) =>
  [...digits].map((digit, at) => digit + letters.map((row) => row[at] ?? '').join('')),
);
const rows = [...keyboards.flat(), ...columns, 'abcdefghijklmnopqrstuvwxyz', '01234567890'];

const bothWays = (one: string, other: string) => [`${one}${other}`, `${other}${one}`];
/** Neighbours in a row or a column of the keyboard, in the alphabet and among the digits. */
const neighbours = new Set(
  rows.flatMap((row) => [...row].slice(1).flatMap((sign, at) => bothWays(row[at] ?? '', sign))),
);
/** What is beside or below each other, as a finger that goes up and down finds it: `1q2w3e`. */
const touching = new Set([
  ...neighbours,
  ...keyboards.flatMap((keyboard) =>
    keyboard
      .slice(1)
      .flatMap((row, above) => [...row].flatMap((sign, at) => bothWays(keyboard[above]?.[at + 1] ?? sign, sign))),
  ),
]);

const readAs: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Fewer signs than this beyond what anybody would try make a password guessable. */
const fewest = 6;
/** Each further common word is worth a few signs: four of them in a row are a passphrase. */
const worthOfWord = 3;

/** Whether a password is little more than common words, the person's own, rows of keys, years and repetition. */
export function isGuessable(password: string, own: readonly string[]): boolean {
  const bare = onceOnly(
    password
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s\-_.,;:/+*#&]+/g, ''),
  );
  const read = [...bare].map((sign) => readAs[sign] ?? sign).join('');
  const ways = [bare, read, unzipped(bare)];
  // As typed, with digits read as letters, or as two rows taken in turns: whichever is easiest to guess counts.
  return Math.min(...ways.map((way) => weightOf(way, wordsOf(own)))) < fewest;
}

/** `q1w2e3` is `qwe` and `123`. */
function unzipped(text: string): string {
  const signs = [...text];
  return [0, 1].map((odd) => signs.filter((_, at) => at % 2 === odd).join('')).join(' ');
}

/** The words of names, addresses and the clinic that are long enough to matter; and our own. */
function wordsOf(own: readonly string[]): string[] {
  const found = own.flatMap((text) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u),
  );
  return [...new Set([...found, 'mainstay'])]
    .filter((word) => word.length > 2)
    .toSorted((one, other) => other.length - one.length);
}

/** The own words are worth nothing, of the common ones the first. */
function weightOf(text: string, own: readonly string[]): number {
  let rest = text;
  for (const word of own) rest = rest.replaceAll(word, ' ');
  let words = 0;
  for (const word of common) {
    if (word === '' || !rest.includes(word)) continue;
    words += 1;
    rest = rest.replaceAll(word, ' ');
  }
  const withoutYears = rest.replace(/(?:19|20)\d\d/g, ' ');
  // Words have a few letters that touch each other by chance; nobody writes four of them up and down but as a figure.
  const left = new Set(withoutRuns(withoutRuns(withoutYears, touching, 4), neighbours, 3).replaceAll(' ', ''));
  return left.size + Math.max(0, words - 1) * worthOfWord;
}

/** `abcabc` is `abc`, and `aaaa` is `a`. */
function onceOnly(text: string): string {
  return text.replace(/^(.+?)\1+$/u, '$1').replace(/(.)\1{2,}/gu, '$1');
}

/** Takes out so many neighbours after each other, or more. */
function withoutRuns(text: string, pairs: ReadonlySet<string>, fewestOfRun: number): string {
  let kept = '';
  let run = '';
  for (const sign of text) {
    if (run !== '' && pairs.has(`${run.at(-1)}${sign}`)) {
      run += sign;
      continue;
    }
    kept += run.length >= fewestOfRun ? ' ' : run;
    run = sign;
  }
  return kept + (run.length >= fewestOfRun ? ' ' : run);
}
