import type { ImportFile, ImportProblem } from '#contract/importer/endpoints.ts';
import { readTable, type CsvTable } from './csv-table.ts';
import { isPatientTable, readPatients, type ImportedPatient, type Place } from './read-patients.ts';
import { isPayerTable, readPayers, type ImportedPayer } from './read-payers.ts';
import { isTransitionTable, readTransitions, type Transition } from './read-transitions.ts';

/** What a set of files says, before the database is asked what is already there. */
export type ImportRead = {
  patients: ImportedPatient[];
  /** Patients whose own row was bad, so that their other rows need no second complaint. */
  refused: Set<string>;
  placeOf: Map<string, Place>;
  payers: ImportedPayer[];
  /** Payer ids that mean no insurance. */
  nobody: Set<string>;
  transitions: Transition[];
  problems: ImportProblem[];
};

const largest = 12_000_000;

/** Reads patients, payers and payer transitions by their header names; order and names of the files do not matter. */
export function readSynthea(files: ImportFile[], today: string): ImportRead {
  const problems: ImportProblem[] = [];
  const tables: CsvTable[] = [];
  for (const file of files) {
    if (file.text.length <= largest) tables.push(readTable(file));
    else
      problems.push({
        file: file.name,
        line: 1,
        severity: 'error',
        reason: 'The file is larger than 12 MB and was not read.',
      });
  }
  const known = [isPatientTable, isPayerTable, isTransitionTable];
  for (const table of tables.filter((each) => !known.some((is) => is(each)))) {
    problems.push({ file: table.file, line: 1, severity: 'error', reason: unknownReason });
  }
  const patients = readPatients(tables.filter(isPatientTable), today);
  const payers = readPayers(tables.filter((table) => !isPatientTable(table) && isPayerTable(table)));
  const transitions = readTransitions(tables.filter(isTransitionTable), patients.idOf);
  const ofRows = tables.filter((table) => known.some((is) => is(table))).flatMap((table) => table.problems);
  return {
    patients: patients.patients,
    refused: patients.refused,
    placeOf: patients.placeOf,
    payers: payers.payers,
    nobody: payers.nobody,
    transitions: transitions.transitions,
    problems: [...problems, ...ofRows, ...patients.problems, ...payers.problems, ...transitions.problems],
  };
}

const unknownReason =
  'This file was not used. Its first line must name patients (FIRST, LAST, BIRTHDATE), payers (ID, NAME, STATE_HEADQUARTERED) or coverage (PATIENT, PAYER, START_YEAR, END_YEAR).';
