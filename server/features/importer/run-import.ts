import { randomBytes } from 'node:crypto';
import { fail } from '#contract/base/errors.ts';
import { uuidFrom } from '#contract/base/ids.ts';
import { showName } from '#contract/base/text.ts';
import type { InputOf, ReplyOf } from '#contract/endpoints.ts';
import type { ImportFile, ImportProblem, LikeRow } from '#contract/importer/endpoints.ts';
import { holdList } from '#server/features/address-book/store.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import { peopleLike, withLastVisits } from '#server/features/same-people/store.ts';
import { planImport } from './plan-import.ts';
import type { Answers, UndecidedRow } from './sort-people.ts';
import { readSynthea, type ImportRead } from './read-synthea.ts';
import { presentIn, siteToday, waitForOthers, writeImport } from './store.ts';

export type ImportReply = Omit<ReplyOf<'importer.run'>, 'ImportBatchId'> & { ImportBatchId: string | null };

const mostProblems = 2_000;
const previewRows = 20;
const mostAlike = 200;
const mostPeople = 5;

/** Reads files of patients and, unless it is a dry run, writes what is new; all of it or nothing. */
export async function runImport(
  tx: Tx,
  input: InputOf<'importer.run'>,
  by: { UserId: string | null; newId(): string },
): Promise<ImportReply> {
  const today = await siteToday(tx);
  if (!today) fail('not-found', 'This site was not found.');
  if (!input.dryRun) {
    await waitForOthers(tx);
    // A payer somebody enters at this moment must be seen, not made twice.
    await holdList(tx, 'payers');
  }
  const read = readSynthea(input.files, today);
  const named = [
    ...read.patients.map((patient) => patient.PatientId),
    ...read.transitions.map((transition) => transition.PatientId),
  ];
  const listed = read.patients.map((patient) => ({ ...patient, PreferredName: null, MemberIds: [] }));
  const present = await presentIn(tx, [...new Set(named)].filter(isUuid), await peopleLike(tx, listed));
  const plan = planImport(read, present, answersOf(input));
  const counts = {
    patients: plan.patients.length,
    payers: plan.payers.length,
    insurances: plan.insurances.length,
    unchanged: plan.unchanged,
  };
  // An answer is kept with a batch too, so that it can be taken back.
  const isNew = counts.patients + counts.payers + counts.insurances + plan.same.size > 0;
  const ImportBatchId = input.dryRun || !isNew ? null : by.newId();
  if (ImportBatchId)
    await writeImport(tx, plan, {
      ImportBatchId,
      createdBy: by.UserId,
      files: input.files.map((file) => file.name),
      counts,
    });
  const preview = plan.patients.slice(0, previewRows).map((patient) => ({
    name: showName(patient),
    DateOfBirth: patient.DateOfBirth,
    city: patient.City ?? '',
    payer: plan.payerNameOf(patient.PatientId),
  }));
  const alike = await Promise.all(plan.undecided.slice(0, mostAlike).map((row) => likeRow(tx, row, read)));
  return { ImportBatchId, counts, ...told(plan.problems), alike, alikeCount: plan.undecided.length, preview };
}

function answersOf({ samePeople = [], otherPeople = [] }: InputOf<'importer.run'>): Answers {
  return { same: new Map(samePeople.map(({ id, is }) => [id, is])), other: new Set(otherPeople) };
}

/** A row with whom it may be, as people of one name are told apart. */
async function likeRow(tx: Tx, { PatientId, people, rows }: UndecidedRow, read: ImportRead): Promise<LikeRow> {
  const patient = read.patients.find((one) => one.PatientId === PatientId);
  if (!patient) throw new Error('A row is like others and not in the files.');
  const { FirstName, LastName, DateOfBirth, Phone } = patient;
  const placeOf = (id: string) => read.placeOf.get(id) ?? { file: '', line: 0 };
  return {
    id: PatientId,
    ...placeOf(PatientId),
    FirstName,
    LastName,
    DateOfBirth,
    Phone,
    people: await withLastVisits(tx, people.slice(0, mostPeople)),
    rows: rows.slice(0, mostPeople).map((id) => ({ id, ...placeOf(id) })),
  };
}

/** The same from the command line, in a transaction of its own. */
export async function importPatients(given: {
  database: Database;
  site: string;
  files: ImportFile[];
  dryRun: boolean;
}): Promise<ImportReply> {
  const { database, site, files, dryRun } = given;
  const who = { site, UserId: null, device: null, scopes: ['site', 'facility:*', 'provider:*'] };
  return database.tx(who, (tx) =>
    runImport(tx, { files, dryRun }, { UserId: null, newId: () => uuidFrom(Date.now(), randomBytes(10)) }),
  );
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** Counts every problem; a file of nothing but mistakes must not make an answer larger than itself. */
function told(problems: ImportProblem[]): Pick<ImportReply, 'problems' | 'problemCounts'> {
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  return {
    problems: problems.slice(0, mostProblems),
    problemCounts: { errors, warnings: problems.length - errors },
  };
}
