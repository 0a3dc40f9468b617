import { readFileSync } from 'node:fs';

/** What package.json hands to Node in `npm start`. */
export function startProgram(): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  const [program, ...rest] = scripts.start.split(' ');
  if (program !== 'node') throw new Error('npm start does not start Node.');
  return rest;
}
