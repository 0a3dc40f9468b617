import { therapyModifierOf } from '../charges/modifiers.ts';
import type { ClaimData, ClaimLine } from './claim-data.ts';
import { editsOf, type ClaimEdit } from './claim-edit.ts';

export function lineEdits(data: ClaimData): ClaimEdit[] {
  const { lines } = data;
  const controlNumbers = lines.map((line) => line.ControlNumber);
  const billed = lines.map((line) => [line.CPT_Code, ...line.Modifiers].join(' '));
  return [
    ...editsOf([
      ['line-missing', lines.length === 0, 'lines', 'There is nothing to bill. No service has a unit.'],
      ['line-too-many', lines.length > 50, 'lines', 'A claim can have at most 50 lines.'],
      [
        'line-control-twice',
        new Set(controlNumbers).size < lines.length,
        'lines',
        'Two lines have the same line number.',
      ],
      [
        'line-code-twice',
        new Set(billed).size < lines.length,
        'lines',
        'A code is on two lines. Put all its units on one line.',
      ],
    ]),
    ...lines.flatMap((line, at) => editsOfLine(line, at, data)),
  ];
}

function editsOfLine(line: ClaimLine, at: number, { case: of, payer }: ClaimData): ClaimEdit[] {
  const { CPT_Code, Units, Modifiers, charge, DiagnosisPointers: pointers, ControlNumber } = line;
  const field = (name: string) => `lines.${at}.${name}`;
  const badPointer = pointers.some(
    (pointer) => !Number.isInteger(pointer) || pointer < 1 || pointer > of.Diagnoses.length,
  );
  const expected = therapyModifierOf(of.Discipline);
  const needed = payer.TherapyModifierRequired && line.alwaysTherapy && expected !== null;
  const others = ['GP', 'GO', 'GN'].filter((modifier) => modifier !== expected && Modifiers.includes(modifier));
  return editsOf([
    ['line-code', !/^[0-9A-Z]\d{3}[0-9A-Z]$/.test(CPT_Code), field('CPT_Code'), `${CPT_Code} is not a procedure code.`],
    [
      'line-g0283',
      CPT_Code === '97014' && payer.SubstitutesG0283,
      field('CPT_Code'),
      'Bill this payer G0283 in place of 97014.',
    ],
    ['line-units', !Number.isInteger(Units) || Units < 1, field('Units'), `${CPT_Code} needs at least one whole unit.`],
    ['line-charge', charge <= 0, field('charge'), `${CPT_Code} has no price in the fee schedule.`],
    ['line-pointer', pointers.length === 0, field('DiagnosisPointers'), `${CPT_Code} points to no diagnosis.`],
    [
      'line-pointer-unknown',
      badPointer || pointers.length > 4 || new Set(pointers).size < pointers.length,
      field('DiagnosisPointers'),
      `${CPT_Code} must point to one to four different diagnoses of the case.`,
    ],
    [
      'line-control',
      !/^[0-9A-Z-]{1,30}$/.test(ControlNumber),
      field('ControlNumber'),
      `The line number of ${CPT_Code} must be 1 to 30 capital letters, digits or dashes.`,
    ],
    [
      'line-modifiers',
      Modifiers.length > 4 ||
        new Set(Modifiers).size < Modifiers.length ||
        Modifiers.some((each) => !/^[0-9A-Z]{2}$/.test(each)),
      field('Modifiers'),
      `${CPT_Code} must have at most four different modifiers of two characters.`,
    ],
    [
      'therapy-modifier',
      needed && !Modifiers.includes(expected),
      field('Modifiers'),
      `${CPT_Code} needs the modifier ${expected} for this payer.`,
    ],
    [
      'therapy-modifier-other',
      others.length > 0,
      field('Modifiers'),
      `${CPT_Code} has ${others.join(', ')}, which belongs to another discipline.`,
    ],
    [
      'assistant-modifier-alone',
      (Modifiers.includes('CQ') && !Modifiers.includes('GP')) ||
        (Modifiers.includes('CO') && !Modifiers.includes('GO')),
      field('Modifiers'),
      `${CPT_Code} has an assistant modifier without its therapy modifier.`,
    ],
  ]);
}
