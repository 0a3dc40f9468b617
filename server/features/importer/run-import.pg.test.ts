import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ImportFile } from '#contract/importer/endpoints.ts';
import { holdList } from '#server/features/address-book/store.ts';
import { cast, cast2 } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { importPatients } from './run-import.ts';

let db: TestDatabase;
let call: Commands;
beforeEach(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterEach(() => db.close());

const run = (files: ImportFile[], dryRun = false) => call('importer.run', { files, dryRun }, { as: 'biller' });
const count = async (table: string) => Number((await db.owner<{ n: string }>(`select count(*) n from ${table}`))[0]?.n);

const milo = '11111111-1111-4111-8111-111111111111';
const zoe = '22222222-2222-4222-8222-222222222222';
const aetna = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const nobody = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
const patients = (...rows: string[]) => ({
  name: 'people.csv',
  text: ['Id,BIRTHDATE,DEATHDATE,FIRST,LAST,GENDER,ADDRESS,CITY,STATE,ZIP', ...rows].join('\n'),
});
const payers = {
  name: 'who-pays.csv',
  text: `Id,NAME,ADDRESS,CITY,STATE_HEADQUARTERED,ZIP,PHONE\n${aetna},Aetna,151 Farmington Ave,Hartford,CT,6156,1-800-872-3862\n${nobody},NO_INSURANCE,,,,,\n`,
};
const history = (...rows: string[]) => ({
  name: 'history.csv',
  text: ['PATIENT,START_YEAR,END_YEAR,PAYER,OWNERSHIP', ...rows].join('\n'),
});
const miloRow = `${milo},1983-11-14,,Milo271,Feil794,M,422 Farrell Path,Somerville,Massachusetts,2143`;
const zoeRow = `${zoe},2010-01-31,,Zoë9,Ünal77,F,"1 ""Old"" Mill,\nrear",Boston,MA,02108-1234`;

test('good rows arrive whole: digits off, state in two letters, zeros back, the current payer', async () => {
  const files = [
    history(
      `${milo},1983,2001,${nobody},Guardian`,
      `${milo},2002,2019,${nobody},Self`,
      `${milo},2020,2020,${aetna},Self`,
      `${zoe},2010,2020,${nobody},Guardian`,
    ),
    patients(miloRow, zoeRow),
    payers,
  ];
  const done = await run(files);
  expect(done.problems).toEqual([]);
  expect(done.counts).toEqual({ patients: 2, payers: 1, insurances: 1, unchanged: 0 });
  expect(done.preview).toEqual([
    { name: 'Feil, Milo', DateOfBirth: '1983-11-14', city: 'Somerville', payer: 'Aetna' },
    { name: 'Ünal, Zoë', DateOfBirth: '2010-01-31', city: 'Boston', payer: 'Self pay' },
  ]);
  const chart = await call('patients.get', { id: milo }, { as: 'front' });
  expect(chart.patient).toMatchObject({
    FirstName: 'Milo',
    LastName: 'Feil',
    StateOrProvince: 'MA',
    PostalCode: '02143',
    Sex: 'M',
    DeathDate: null,
  });
  expect(chart.insurances).toMatchObject([
    { PayerId: aetna, Priority: 1, Relationship: '18', StartDate: '2020-01-01', EndDate: null },
  ]);
  const other = await call('patients.get', { id: zoe }, { as: 'front' });
  expect(other.patient).toMatchObject({ Address1: '1 "Old" Mill, rear', PostalCode: '02108-1234' });
  expect(other.insurances).toEqual([]);
  const [payer] = await db.owner(`select "Kind", "PostalCode", "Phone" from payers where "PayerId" = $1`, [aetna]);
  expect(payer).toEqual({ Kind: 'commercial', PostalCode: '06156', Phone: '8008723862' });
});

test('bad rows are told by file and line and do not stop the good ones', async () => {
  const id = (last: number) => `33333333-3333-4333-8333-33333333330${last}`;
  const rows = [
    zoeRow, // two lines
    `,1990-01-01,,No,Id,F,,,,`,
    `not-an-id,1990-01-01,,Bad,Id,F,,,,`,
    `${id(1)},1990-01-01,,,Nameless,F,,,,`,
    `${id(2)},1990-01-01,,Only,99,F,,,,`,
    `${id(3)},1990-02-30,,Im,Possible,F,,,,`,
    `${id(4)},2190-01-01,,Not,Born,F,,,,`,
    `${id(5)},1790-01-01,,Too,Old,F,,,,`,
    `${id(6)},,,No,Birth,F,,,,`,
    `${id(7)},1990-01-01,F`,
    `${zoe},1990-01-01,,Twice,There,F,,,,`,
    `${id(8)},1990-01-01,1980-01-01,Odd,Cells,Z,,,Atlantis,12`,
    '',
    miloRow,
  ];
  const done = await run([
    patients(...rows),
    history(
      `${milo},2019,2020,${aetna},Self`,
      `${milo},x,2020,${nobody},Self`,
      `${id(1)},2019,2020,${nobody},Self`,
      `${id(9)},2019,2020,${nobody},Self`,
    ),
    { name: 'x.csv', text: 'A,B\n1,2\n' },
  ]);
  expect(done.problems.map(({ file, line, severity, reason }) => `${file}:${line} ${severity}: ${reason}`)).toEqual([
    'history.csv:2 error: The payer in this row is not in a payer file or in this site.',
    'history.csv:3 error: The years are not in order.',
    'history.csv:5 error: The patient in this row is not in a patient file or in this site.',
    'people.csv:4 error: The Id is missing.',
    'people.csv:5 error: The Id is neither a number nor a UUID.',
    'people.csv:6 error: The first name is missing.',
    'people.csv:7 error: The last name is missing.',
    'people.csv:8 error: The birth date is not a real date.',
    'people.csv:9 error: The birth date is in the future.',
    'people.csv:10 error: The birth date is more than 130 years ago.',
    'people.csv:11 error: The birth date is missing.',
    'people.csv:12 error: The row has 3 columns where the header has 10.',
    'people.csv:13 error: The same patient is already in people.csv line 2.',
    'people.csv:14 warning: DEATHDATE could not be read and was left empty.',
    'people.csv:14 warning: GENDER could not be read and was left empty.',
    'people.csv:14 warning: STATE could not be read and was left empty.',
    'people.csv:14 warning: ZIP could not be read and was left empty.',
    expect.stringMatching(/^x\.csv:1 error: This file was not used\. .*FIRST, LAST, BIRTHDATE.*START_YEAR/),
  ]);
  expect(done.counts.patients).toBe(3);
});

test('every bad row is counted, also those that are not listed', async () => {
  const bad = Array.from({ length: 5_000 }, () => 'not-an-id,1990-01-01,,Bad,Id,F,,,,');
  const told = await run([patients(...bad, miloRow)], true);
  expect(told.problemCounts).toEqual({ errors: 5_000, warnings: 0 });
  expect(told.problems).toHaveLength(2_000);
  expect(told.problems.at(-1)).toMatchObject({ file: 'people.csv', line: 2_001, severity: 'error' });
  expect(told.counts.patients).toBe(1);
});

test('a dry run tells the same and writes nothing', async () => {
  const files = [patients(miloRow, zoeRow, ',x'), payers, history(`${milo},2020,2020,${aetna},Self`)];
  const before = await count('audit_entry');
  const dry = await run(files, true);
  expect(await count('audit_entry')).toBe(before);
  expect(await count('import_batches')).toBe(0);
  const { ImportBatchId, ...real } = await run(files);
  expect(dry).toEqual({ ...real, ImportBatchId: null });
  expect(ImportBatchId).not.toBeNull();
});

test('importing again changes nothing; what a clinic edited stays', async () => {
  const files = [patients(miloRow, zoeRow), payers, history(`${milo},2020,2020,${aetna},Self`)];
  await run(files);
  await call('patients.update', { id: milo, changes: { City: 'Cambridge' } }, { as: 'front' });
  const again = await run(files);
  expect(again).toMatchObject({ ImportBatchId: null, counts: { patients: 0, payers: 0, insurances: 0, unchanged: 2 } });
  expect((await call('patients.get', { id: milo }, { as: 'front' })).patient.City).toBe('Cambridge');
});

test("the file's dress does not matter: BOM, CRLF, semicolons, order of columns, a plain list without ids", async () => {
  const plain = {
    name: 'list.csv',
    text: '\uFEFFLast;First;BirthDate;Phone\r\nFeil;Milo;11/14/1983;617-555-0100\r\n=SUM(A1:A9);@cmd;1990-05-05;\r\n',
  };
  expect((await run([plain])).counts.patients).toBe(2);
  for (const q of ['sum', '=sum']) {
    const { patients: found } = await call('patients.list', { q }, { as: 'front' });
    expect(found).toMatchObject([{ LastName: '=SUM(A1:A9)', FirstName: '@cmd' }]);
  }
  expect((await run([plain])).counts).toMatchObject({ patients: 0, unchanged: 2 });
});

test.each([
  ['sep=;', 'sep=;\nFirst Name;Last Name;DOB\nMilo;Feil;11/14/1983'],
  ['pipes', 'First Name|Last Name|Date of Birth\nMilo|Feil|1983-11-14'],
  ['numbers of another system', 'MRN,first_name,LAST-NAME,D.O.B.\n17,Milo,Feil,11-14-1983'],
])('a list with %s is understood', async (_, text) => {
  const done = await run([{ name: 'list.csv', text }]);
  expect(done.problems).toEqual([]);
  expect(done.preview).toMatchObject([{ name: 'Feil, Milo', DateOfBirth: '1983-11-14' }]);
  expect((await run([{ name: 'list.csv', text }])).counts).toMatchObject({ patients: 0, unchanged: 1 });
});

test('the same number of two systems is two people; coverage goes by the number', async () => {
  const list = (row: string) => ({ name: 'list.csv', text: `ID,First Name,Last Name,DOB\n${row}` });
  await run([list('17,Milo,Feil,11/14/1983'), payers, history(`17,2020,2020,${aetna},Self`)]);
  const other = await run([list('17,Zoe,Unal,1/31/2010')]);
  expect(other.counts).toMatchObject({ patients: 1, unchanged: 0 });
  const [insured] = await db.owner<{ n: string }>(
    `select count(*) n from insurances i join patients p using (site, "PatientId") where p."LastName" = 'Feil' and i."PayerId" = $1`,
    [aetna],
  );
  expect(Number(insured?.n)).toBe(1);
});

test('names keep their digits where not all of them are numbered', async () => {
  const rows = ['Ann,Hart 3rd,1980-01-02', 'Bea,Stone2,1980-01-02', 'Cyd,Vale,1980-01-02'];
  const done = await run([{ name: 'list.csv', text: ['FIRST,LAST,BIRTHDATE', ...rows].join('\n') }]);
  expect(done.preview.map(({ name }) => name)).toEqual(['Hart 3rd, Ann', 'Stone2, Bea', 'Vale, Cyd']);
});

test('odd cells: each costs its own row or field, in a dry run and for real alike', async () => {
  const family = '\u{1F469}\u{200D}\u{1F467}';
  const rows = [
    'Ann,Good,1980-01-02,(602) 555-0101,1 Main St,IL',
    'Bob,Good,1980-01-02garbage,,,',
    '\u200b,Good,1980-01-02,,,',
    'Cyd,"Two\nlines",1980-01-02,,,',
    'Dan,N\uFFFD\uFFFDez,1980-01-02,,,',
    'Eve,Good,3/4/85,,,',
    'Fay,Good,1980-01-02,000-000-0000,,',
    'Gus,Good,1980-01-02,6.02555E+09,,',
    'Hal,Good,1980-01-02,+47 22 12 34 56,,',
    `Ida,Good,1980-01-02,,${'x'.repeat(118)}${family},[A-Z]{2}`,
    `Jan,Good,1980-01-02,,\ud83d half,`,
  ];
  const file = { name: 'odd.csv', text: ['FIRST,LAST,BIRTHDATE,PHONE,ADDRESS,STATE', ...rows].join('\n') };
  const dry = await run([file], true);
  const real = await run([file]);
  expect(dry).toEqual({ ...real, ImportBatchId: null });
  expect(real.problems.map(({ line, severity, reason }) => `${line} ${severity}: ${reason}`)).toEqual([
    '3 error: The birth date is not a real date.',
    '4 error: The first name is missing.',
    '5 error: The last name goes over several lines.',
    '7 error: The last name has characters that could not be read.',
    '8 error: The birth date is not a real date.',
    '9 warning: PHONE could not be read and was left empty.',
    '10 warning: PHONE could not be read and was left empty.',
    '12 warning: ADDRESS is longer than 120 characters and was cut.',
    '12 warning: STATE could not be read and was left empty.',
    '13 warning: ADDRESS has characters that could not be read.',
  ]);
  const stored = await db.owner<{ FirstName: string; Phone: string | null; Address1: string | null }>(
    `select "FirstName", "Phone", "Address1" from patients where "LastName" = 'Good' order by "FirstName"`,
  );
  expect(stored).toHaveLength(6);
  expect(stored[3]).toEqual({ FirstName: 'Hal', Phone: '+47 22 12 34 56', Address1: null });
  expect(stored[4]?.Address1).toBe('x'.repeat(118));
});

test.each([
  ['empty', ''],
  ['not a table', '<html><body>Not found</body></html>'],
  ['binary', String.fromCharCode(0, 1, 2, 3, 80, 75)],
  ['an open quotation mark', 'Id,BIRTHDATE,FIRST,LAST\n"1,2,3'],
])('a file that is %s is one problem', async (_name, text) => {
  const done = await run([{ name: 'odd.csv', text }]);
  expect(done.problems).toHaveLength(1);
  expect(done.counts).toEqual({ patients: 0, payers: 0, insurances: 0, unchanged: 0 });
  expect(done.ImportBatchId).toBeNull();
});

test('a payer of the address book with the same name is that payer', async () => {
  const same = { name: 'p.csv', text: payers.text.replace('Aetna', 'united shield') };
  const done = await run([patients(miloRow), same, history(`${milo},2020,2020,${aetna},Self`)]);
  expect(done.counts.payers).toBe(0);
  expect((await call('patients.get', { id: milo }, { as: 'front' })).insurances[0]?.PayerId).toBe(
    cast.payers.unitedShield,
  );
});

test('a payer of the address book is that payer however its name is written, the one with the same payer ID first', async () => {
  await db.owner(
    `insert into payers (site, "PayerId", "Name", "Kind", "ElectronicPayerId", "ClaimFilingCode", "UnitMethod", "TherapyModifierRequired",
       "AssistantModifierRequired", "SubstitutesG0283", "TimelyFilingDays", "Inactive")
     select site, id, name, "Kind", epi, "ClaimFilingCode", "UnitMethod", "TherapyModifierRequired",
       "AssistantModifierRequired", "SubstitutesG0283", "TimelyFilingDays", "Inactive"
     from payers, (values ('00000000-0000-4000-8000-0000000000c1'::uuid, 'AETNA.', '60054'),
       ('00000000-0000-4000-8000-0000000000c2'::uuid, 'Aetna', '99999')) as made (id, name, epi)
     where "PayerId" = $1`,
    [cast.payers.unitedShield],
  );
  const shield = '00000000-0000-4000-8000-0000000000d1';
  const files = { ...payers, text: `${payers.text}${shield},United-SHIELD,,,,,\n` };
  const done = await run([
    patients(miloRow, zoeRow),
    files,
    history(`${milo},2020,2020,${aetna},Self`, `${zoe},2020,2020,${shield},Self`),
  ]);
  expect(done.counts.payers).toBe(0);
  const payerOf = async (id: string) => (await call('patients.get', { id }, { as: 'front' })).insurances[0]?.PayerId;
  expect(await payerOf(milo)).toBe('00000000-0000-4000-8000-0000000000c1');
  expect(await payerOf(zoe)).toBe(cast.payers.unitedShield);
});

test('an import waits for who is writing into the address book', async () => {
  const holding = { site: 'demo', UserId: null, device: null, scopes: ['site', 'facility:*'] };
  const steps: string[] = [];
  let importing: Promise<void> | undefined;
  await db.tx(holding, async (tx) => {
    await holdList(tx, 'payers');
    importing = run([patients(miloRow), payers]).then(() => void steps.push('imported'));
    // Until the import asks for the lock that is held here, or is done without it.
    for (let waits = false; !waits && steps.length === 0;) {
      const found = await db.owner(`select from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`);
      waits = found.length > 0;
    }
    steps.push('held');
  });
  await importing;
  expect(steps).toEqual(['held', 'imported']);
});

test('the same files sent twice at once are imported once', async () => {
  const files = [patients(miloRow, zoeRow), payers, history(`${milo},2020,2020,${aetna},Self`)];
  const runs = await Promise.all([run(files), run(files), run(files)]);
  const counted = runs.map(({ counts }) => counts.patients + counts.unchanged * 10).toSorted((a, b) => a - b);
  expect(counted).toEqual([2, 20, 20]);
  expect(await count('import_batches')).toBe(1);
});

test('undo takes an import back once', async () => {
  const before = [await count('patients'), await count('payers'), await count('insurances')];
  const { ImportBatchId } = await run([patients(miloRow, zoeRow), payers, history(`${milo},2020,2020,${aetna},Self`)]);
  const id = ImportBatchId ?? '';
  const { batches } = await call('importer.batches', {}, { as: 'biller' });
  expect(batches).toMatchObject([
    {
      ImportBatchId,
      createdBy: 'Bill Ledgerwood',
      files: ['people.csv', 'who-pays.csv', 'history.csv'],
      problemCount: 0,
      undoneAt: null,
      undoBlocked: null,
    },
  ]);
  expect((await call('importer.undo', { id }, { as: 'biller' })).removed).toEqual({
    patients: 2,
    payers: 1,
    insurances: 1,
    unchanged: 0,
  });
  expect([await count('patients'), await count('payers'), await count('insurances')]).toEqual(before);
  await expect(call('importer.undo', { id }, { as: 'biller' })).rejects.toMatchObject({ kind: 'user-visible' });
  expect((await call('importer.batches', {}, { as: 'biller' })).batches[0]?.undoneAt).not.toBeNull();
});

test('undo is refused once a patient was edited or has a case', async () => {
  const first = await run([patients(miloRow)]);
  await call('patients.update', { id: milo, changes: { City: 'Cambridge' } }, { as: 'front' });
  const second = await run([patients(zoeRow)]);
  await db.owner(
    `insert into cases (site, "CaseId", "PatientId", "FacilityId", "ProviderId", "Title", "Discipline", "StartDate")
     values ('demo', $1, $2, $3, $4, 'Knee', 'PT', '2026-11-18')`,
    [demoId('demo', 'case', 'zoe'), zoe, cast.facilities.riverside, cast.providers.ben],
  );
  for (const id of [first.ImportBatchId, second.ImportBatchId]) {
    await expect(call('importer.undo', { id: id ?? '' }, { as: 'biller' })).rejects.toMatchObject({
      kind: 'user-visible',
      message: expect.stringContaining('can’t be undone'),
    });
  }
  expect(
    (await call('importer.batches', {}, { as: 'biller' })).batches.every((batch) => batch.undoBlocked !== null),
  ).toBe(true);
});

test.each([
  [
    'a task',
    `tasks (site, "TaskId", "PatientId", sentence, scope) values ('demo', gen_random_uuid(), $1, 'Call.', 'site')`,
  ],
  [
    'a note',
    `subject_notes (site, "SubjectNoteId", "PatientId", "SubjectType", "SubjectId", "Text", scope) values ('demo', gen_random_uuid(), $1, 'patient', $1, 'Deaf.', 'site')`,
  ],
])('undo is refused once a patient has %s', async (_what, into) => {
  const { ImportBatchId } = await run([patients(miloRow)]);
  await db.owner(`insert into ${into}`, [milo]);
  await expect(call('importer.undo', { id: ImportBatchId ?? '' }, { as: 'biller' })).rejects.toMatchObject({
    kind: 'user-visible',
    message: expect.stringContaining('can’t be undone'),
  });
});

test('undo takes along what the import itself said of messages, and is refused once a patient said more', async () => {
  const texted = [patients(miloRow)];
  const first = (await run(texted)).ImportBatchId ?? '';
  const consent = (how: string, given: boolean) =>
    db.owner(
      `insert into consent_ledger (site, "PatientId", channel, purpose, given, how, wording) values ('demo', $1, 'text', 'billing', $2, $3, 'chart')`,
      [milo, given, how],
    );
  // Written before the batch was noted, as what a row of the file says is.
  await consent('import', true);
  await db.owner(`update consent_ledger set at = (select "createdAt" from import_batches) where "PatientId" = $1`, [
    milo,
  ]);
  await call('importer.undo', { id: first }, { as: 'biller' });
  expect(await db.owner(`select from consent_ledger where "PatientId" = $1`, [milo])).toEqual([]);
  const second = (await run(texted)).ImportBatchId ?? '';
  await consent('stop', false);
  await expect(call('importer.undo', { id: second }, { as: 'biller' })).rejects.toMatchObject({
    kind: 'user-visible',
    message: expect.stringContaining('can’t be undone'),
  });
  expect(await db.owner(`select from consent_ledger where "PatientId" = $1`, [milo])).toHaveLength(1);
});

test('undo is refused once a chart was opened under emergency access: its record stays', async () => {
  const { ImportBatchId } = await run([patients(miloRow)]);
  const at = '2026-11-18T15:00:00.000Z';
  const reason = 'Fell at home and asks what may be moved';
  const id = demoId('demo', 'emergency', 'milo');
  await call('emergency.record', { id, PatientId: milo, reason, startedAt: at, openedAt: at, offline: true } as never, {
    as: 'pt',
  });
  await expect(call('importer.undo', { id: ImportBatchId ?? '' }, { as: 'biller' })).rejects.toMatchObject({
    kind: 'user-visible',
    message:
      'One of its charts was opened under emergency access, so this import can’t be undone. Nothing was removed.',
  });
  expect(await count('emergency_accesses')).toBe(1);
});

test('permission, and other sites', async () => {
  await expect(call('importer.run', { files: [patients(miloRow)], dryRun: true }, { as: 'pt' })).rejects.toMatchObject({
    kind: 'no-permission',
  });
  const { ImportBatchId } = await run([patients(miloRow)]);
  await expect(
    call('importer.undo', { id: ImportBatchId ?? '' }, { as: 'biller', site: 'demo2' }),
  ).rejects.toMatchObject({ kind: 'not-found' });
  expect((await call('importer.batches', {}, { as: 'biller', site: 'demo2' })).batches).toEqual([]);
  // Sites share nothing: the same file makes another patient there.
  expect(
    (await call('importer.run', { files: [patients(miloRow)], dryRun: false }, { as: 'biller', site: 'demo2' })).counts
      .patients,
  ).toBe(1);
  expect(
    (await call('patients.get', { id: cast2.patients.ada }, { as: 'front', site: 'demo2' })).patient.LastName,
  ).toBe('Sternwood');
});

test('the command line needs a site that exists', async () => {
  const given = { database: db, files: [patients(miloRow)], dryRun: false };
  await expect(importPatients({ ...given, site: 'nowhere' })).rejects.toMatchObject({ kind: 'not-found' });
  expect((await importPatients({ ...given, site: 'demo' })).counts.patients).toBe(1);
  expect((await call('importer.batches', {}, { as: 'biller' })).batches[0]?.createdBy).toBe('Command line');
});

const synthea = join(import.meta.dirname, '../../../../shared/data/patients/synthea');
const read = (name: string) => readFileSync(join(synthea, name), 'utf8');

test.runIf(existsSync(synthea))('the real Synthea folder: 1,171 patients as the CSV has them', async () => {
  const files = readdirSync(synthea)
    .filter((name) => name.endsWith('.csv'))
    .map((name) => ({ name, text: read(name) }));
  const began = performance.now();
  const done = await importPatients({ database: db, site: 'demo', files, dryRun: false });
  expect(performance.now() - began).toBeLessThan(15_000);
  const rows = (name: string) => Papa.parse<Record<string, string>>(read(name).trim(), { header: true }).data;
  const [people, whoPays, changes] = [rows('patients.csv'), rows('payers.csv'), rows('payer_transitions.csv')];
  const noInsurance = whoPays.find((payer) => payer['NAME'] === 'NO_INSURANCE')?.['Id'];
  const current = new Map<string, string>();
  const end = new Map<string, number>();
  for (const { PATIENT = '', END_YEAR, PAYER = '' } of changes) {
    if (Number(END_YEAR) < (end.get(PATIENT) ?? 0)) continue;
    end.set(PATIENT, Number(END_YEAR));
    current.set(PATIENT, PAYER);
  }
  const insured = [...current.values()].filter((payer) => payer !== noInsurance).length;
  expect(done.counts).toEqual({ patients: 1_171, payers: 9, insurances: insured, unchanged: 0 });
  expect(people).toHaveLength(1_171);
  const errors = done.problems.filter((problem) => problem.severity === 'error');
  expect(errors.filter((problem) => !problem.reason.startsWith('This file was not used'))).toEqual([]);
  for (const row of [0, 1, 300, 700, 1_170].map((at) => people[at] ?? {})) {
    const { patient, insurances } = await call('patients.get', { id: row['Id'] ?? '' }, { as: 'front' });
    const zip = row['ZIP'] ?? '';
    expect(patient).toMatchObject({
      FirstName: row['FIRST']?.replace(/\d/g, ''),
      LastName: row['LAST']?.replace(/\d/g, ''),
      DateOfBirth: row['BIRTHDATE'],
      DeathDate: row['DEATHDATE'] || null,
      Sex: row['GENDER'],
      Address1: row['ADDRESS'],
      City: row['CITY'],
      StateOrProvince: 'MA',
      PostalCode: zip === '' ? null : zip,
    });
    const payer = current.get(row['Id'] ?? '');
    expect(insurances.map((insurance) => insurance.PayerId)).toEqual(payer === noInsurance ? [] : [payer]);
  }
  expect((await importPatients({ database: db, site: 'demo', files, dryRun: false })).counts).toEqual({
    patients: 0,
    payers: 0,
    insurances: 0,
    unchanged: 1_171,
  });
  const { batches } = await call('importer.batches', {}, { as: 'biller' });
  const { removed } = await call('importer.undo', { id: batches[0]?.ImportBatchId ?? '' }, { as: 'biller' });
  expect(removed).toEqual({ ...done.counts, unchanged: 0 });
});

const rosaRow = '33333333-3333-4333-8333-333333333333';
const rosa = `${rosaRow},1958-03-14,,ROSA,Álvarez,F,1 Elm St,Boston,MA,02108`;
const answer = (files: ImportFile[], more: object) =>
  call('importer.run', { files, dryRun: false, ...more }, { as: 'biller' });

test('who may be here already is left out and told with whom they are like, until it is said who they are', async () => {
  const files = [patients(miloRow, rosa), payers, history(`${rosaRow},2020,2020,${aetna},Self`)];
  const looked = await run(files, true);
  expect(looked.counts).toMatchObject({ patients: 1, insurances: 0 });
  expect(looked.alikeCount).toBe(1);
  expect(looked.alike).toMatchObject([
    {
      id: rosaRow,
      file: 'people.csv',
      line: 3,
      people: [{ PatientId: cast.patients.rosa, sure: true, shared: ['name', 'birthDate'] }],
      rows: [],
    },
  ]);
  expect(Object.keys(looked.alike[0]?.people[0] ?? {})).not.toContain('Email');
  expect(looked.problems).toMatchObject([{ file: 'people.csv', line: 3, severity: 'error' }]);
  const before = await count('patients');
  await run(files);
  expect(await count('patients')).toBe(before + 1);
});

test('the same person gets no second chart, and what covers them goes with their own', async () => {
  await db.owner(`delete from insurances where site = 'demo' and "PatientId" = $1`, [cast.patients.rosa]);
  const before = await count('patients');
  const files = [patients(rosa), payers, history(`${rosaRow},2020,2020,${aetna},Self`)];
  const done = await answer(files, { samePeople: [{ id: rosaRow, is: cast.patients.rosa }] });
  expect(done.counts).toMatchObject({ patients: 0, insurances: 1, unchanged: 1 });
  expect(done.alikeCount).toBe(0);
  expect(await count('patients')).toBe(before);
  const { insurances } = await call('patients.get', { id: cast.patients.rosa }, { as: 'front' });
  expect(insurances).toMatchObject([{ PayerId: aetna }]);
});

test('another person of the same name and birth date is imported, once', async () => {
  const done = await answer([patients(rosa)], { otherPeople: [rosaRow] });
  expect(done.counts).toMatchObject({ patients: 1, unchanged: 0 });
  // Known by the id from then on.
  expect((await run([patients(rosa)])).counts).toMatchObject({ patients: 0, unchanged: 1 });
});

test('a row may be the person of an earlier row', async () => {
  const twice = '44444444-4444-4444-8444-444444444444';
  const files = [patients(miloRow, miloRow.replace(milo, twice)), payers, history(`${twice},2020,2020,${aetna},Self`)];
  const looked = await run(files, true);
  expect(looked.counts.patients).toBe(1);
  expect(looked.alike).toMatchObject([{ id: twice, line: 3, people: [], rows: [{ id: milo, line: 2 }] }]);
  const done = await answer(files, { samePeople: [{ id: twice, is: milo }] });
  expect(done.counts).toMatchObject({ patients: 1, insurances: 1, unchanged: 1 });
  expect((await call('patients.get', { id: milo }, { as: 'front' })).insurances).toMatchObject([{ PayerId: aetna }]);
});

test('a row is not taken for a patient whom it is not like, whatever is said', async () => {
  const before = await count('insurances');
  const files = [patients(rosa), payers, history(`${rosaRow},2020,2020,${aetna},Self`)];
  const done = await answer(files, { samePeople: [{ id: rosaRow, is: cast.patients.noCase }] });
  expect(done.counts).toMatchObject({ patients: 0, insurances: 0 });
  expect(done.alikeCount).toBe(1);
  expect(await count('insurances')).toBe(before);
});

test('who was said to be the same person is not asked about again, until that import is undone', async () => {
  await db.owner(`delete from insurances where site = 'demo' and "PatientId" = $1`, [cast.patients.rosa]);
  const done = await answer([patients(rosa)], { samePeople: [{ id: rosaRow, is: cast.patients.rosa }] });
  expect(done).toMatchObject({ counts: { patients: 0, unchanged: 1 }, alikeCount: 0 });
  const again = [patients(rosa), payers, history(`${rosaRow},2020,2020,${aetna},Self`)];
  expect(await run(again, true)).toMatchObject({ counts: { patients: 0, insurances: 1, unchanged: 1 }, alikeCount: 0 });
  // Also where the file of patients is not there again, or their name has changed since.
  await db.owner(`update patients set "LastName" = 'Quist', "DateOfBirth" = '1960-01-01' where "PatientId" = $1`, [
    cast.patients.rosa,
  ]);
  expect(await run(again.slice(1), true)).toMatchObject({ counts: { insurances: 1 }, problems: [] });
  const before = await count('patients');
  const repeated = await run(again);
  expect(repeated).toMatchObject({ counts: { patients: 0, insurances: 1 }, alikeCount: 0, problems: [] });
  expect(await count('patients')).toBe(before);
  // Said otherwise, it counts as said now.
  expect((await answer(again, { otherPeople: [rosaRow], dryRun: true })).counts).toMatchObject({ patients: 1 });
  await call('importer.undo', { id: done.ImportBatchId ?? '' }, { as: 'biller' });
  expect((await run(again, true)).counts).toMatchObject({ patients: 1 });
});

test('a row that is the person of a row nothing was said of is left out with it', async () => {
  const twice = '44444444-4444-4444-8444-444444444444';
  const files = [patients(rosa, rosa.replace(rosaRow, twice)), payers, history(`${twice},2020,2020,${aetna},Self`)];
  const done = await answer(files, { samePeople: [{ id: twice, is: rosaRow }] });
  expect(done).toMatchObject({ counts: { patients: 0, insurances: 0 }, alikeCount: 2 });
});
