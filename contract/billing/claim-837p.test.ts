import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dependentClaim, line, soundClaim } from '../testing/claim-data.ts';
import { claim837p } from './claim-837p.ts';
import type { ClaimData } from './claim-data.ts';

/** Segments of an interchange by the delimiters its own ISA declares. */
function parse(file: string): string[][] {
  const element = file[3] ?? '';
  const terminator = file[105] ?? '';
  return file
    .split(terminator)
    .map((each) => each.trim())
    .filter(Boolean)
    .map((each) => each.split(element));
}

/** All segments with this id, and first elements where given. */
function all(segments: string[][], id: string, ...start: string[]): string[][] {
  return segments.filter((each) => each[0] === id && start.every((value, at) => each[at + 1] === value));
}

function one(segments: string[][], id: string, ...start: string[]): string[] {
  const found = all(segments, id, ...start);
  expect(found, `${id} ${start.join(' ')}`).toHaveLength(1);
  return found[0] ?? [];
}

/** What must hold of every file we write. */
function expectSoundEnvelope(file: string, data: ClaimData): string[][] {
  const segments = parse(file);
  expect(file.slice(0, 106)).toMatch(/^ISA\*.*:~$/);
  const isa = segments[0] ?? [];
  expect(isa.slice(1).map((each) => each.length)).toEqual([2, 10, 2, 10, 2, 15, 2, 15, 6, 4, 1, 5, 9, 1, 1, 1]);
  expect(one(segments, 'IEA')).toEqual(['IEA', '1', isa[13]]);
  expect(one(segments, 'GE')).toEqual(['GE', '1', one(segments, 'GS')[6]]);
  const start = segments.findIndex((each) => each[0] === 'ST');
  const end = segments.findIndex((each) => each[0] === 'SE');
  expect(segments[end]).toEqual(['SE', String(end - start + 1), one(segments, 'ST')[2]]);
  expect(isa[13]).toBe(data.control.interchange);
  const total = all(segments, 'SV1').reduce((sum, each) => sum + Math.round(Number(each[2]) * 100), 0);
  expect(Math.round(Number(one(segments, 'CLM')[2]) * 100)).toBe(total);
  const lines = all(segments, 'LX').map((each) => each[1]);
  expect(lines).toEqual(lines.map((_, at) => String(at + 1)));
  expect(new Set(all(segments, 'REF', '6R').map((each) => each[2])).size).toBe(lines.length);
  return segments;
}

test('a whole file, byte for byte', () => {
  expect(claim837p(soundClaim).split('~')).toEqual([
    'ISA*00*          *00*          *ZZ*BRIDGE01       *ZZ*CLEARHOUSE     *261118*1705*^*00501*000000042*0*T*:',
    'GS*HC*BRIDGE01*CLEARHOUSE*20261118*1705*42*X*005010X222A1',
    'ST*837*0042*005010X222A1',
    'BHT*0019*00*000000042*20261118*1705*CH',
    'NM1*41*2*BRIDGE THERAPY, LLC*****46*BRIDGE01',
    'PER*IC*ANA ORTIZ*TE*5035550100',
    'NM1*40*2*CLEARING HOUSE*****46*CLEARHOUSE',
    'HL*1**20*1',
    'PRV*BI*PXC*261QP2000X',
    'NM1*85*2*BRIDGE THERAPY, LLC*****XX*1234567893',
    'N3*400 SW MAIN STREET',
    'N4*PORTLAND*OR*972043210',
    'REF*EI*931234567',
    'HL*2*1*22*0',
    'SBR*P*18*******MB',
    "NM1*IL*1*O'BRIEN-NGUYEN*MAI****MI*1EG4TE5MK73",
    'N3*12 ELM STREET',
    'N4*PORTLAND*OR*97201',
    'DMG*D8*19580402*F',
    'NM1*PR*2*MEDICARE PART B*****PI*02402',
    'CLM*A1B2*180.5***11:B:1*Y*A*Y*Y',
    'DTP*431*D8*20261001',
    'HI*ABK:M5450*ABF:R2689',
    'NM1*DN*1*HART*LENA****XX*1497911648',
    'NM1*82*1*ALVAREZ*ROSA****XX*1215193883',
    'PRV*PE*PXC*225100000X',
    'NM1*77*2*BRIDGE EAST',
    'N3*88 NE 82ND AVENUE',
    'N4*PORTLAND*OR*972205566',
    'LX*1',
    'SV1*HC:97110:GP*120.5*UN*2***1:2',
    'DTP*472*D8*20261118',
    'REF*6R*A1B2-1',
    'LX*2',
    'SV1*HC:97140:GP*60*UN*1***1',
    'DTP*472*D8*20261118',
    'REF*6R*A1B2-2',
    'SE*36*0042',
    'GE*1*42',
    'IEA*1*000000042',
    '',
  ]);
  expectSoundEnvelope(claim837p(soundClaim), soundClaim);
});

describe('who holds the policy', () => {
  test('someone else: a patient loop below the subscriber', () => {
    const segments = expectSoundEnvelope(claim837p(dependentClaim), dependentClaim);
    expect(all(segments, 'HL')).toEqual([
      ['HL', '1', '', '20', '1'],
      ['HL', '2', '1', '22', '1'],
      ['HL', '3', '2', '23', '0'],
    ]);
    expect(one(segments, 'SBR')).toEqual(['SBR', 'P', '', 'G-77', '', '', '', '', '', 'CI']);
    expect(one(segments, 'PAT')).toEqual(['PAT', '01']);
    expect(one(segments, 'NM1', 'IL').slice(3, 5)).toEqual(["O'BRIEN", 'PAT']);
    expect(one(segments, 'NM1', 'QC')).toEqual(['NM1', 'QC', '1', "O'BRIEN-NGUYEN", 'MAI']);
    expect(all(segments, 'DMG')).toEqual([
      ['DMG', 'D8', '19570109', 'M'],
      ['DMG', 'D8', '19580402', 'F'],
    ]);
    const ids = segments.map((each) => each.slice(0, 2).join(' '));
    expect(ids.indexOf('NM1 PR')).toBeLessThan(ids.indexOf('HL 3'));
  });

  test('an employer has no first name and no birth date', () => {
    const { insurance } = dependentClaim;
    const holder = insurance.Subscriber && { ...insurance.Subscriber, FirstName: '', LastName: 'Mill & Sons' };
    const segments = parse(
      claim837p({ ...dependentClaim, insurance: { ...insurance, Relationship: '20', Subscriber: holder } }),
    );
    expect(one(segments, 'NM1', 'IL').slice(0, 4)).toEqual(['NM1', 'IL', '2', 'MILL & SONS']);
    expect(all(segments, 'DMG')).toHaveLength(1);
  });

  test('a secondary claim says so, and a patient who died is told', () => {
    const segments = parse(
      claim837p({
        ...soundClaim,
        insurance: { ...soundClaim.insurance, Priority: 2 },
        patient: { ...soundClaim.patient, DeathDate: '2026-11-20' },
      }),
    );
    expect(one(segments, 'SBR')[1]).toBe('S');
    expect(one(segments, 'PAT')).toEqual(['PAT', '', '', '', '', 'D8', '20261120']);
  });
});

describe('the claim', () => {
  const auto = {
    ...soundClaim,
    case: {
      ...soundClaim.case,
      RelatedCause: 'AA' as const,
      AccidentDate: '2026-09-30',
      AccidentState: 'WA',
      PropertyClaimNumber: 'PC-9',
    },
  };
  test('an auto accident carries state, date and the claim number of the subscriber who is the patient', () => {
    const segments = expectSoundEnvelope(claim837p(auto), auto);
    expect(one(segments, 'CLM')[11]).toBe('AA:::WA');
    expect(one(segments, 'DTP', '439')[3]).toBe('20260930');
    const ids = segments.map((each) => each.slice(0, 2).join(' '));
    expect(ids.indexOf('REF Y4')).toBe(ids.indexOf('DMG D8') + 1);
    expect(one(segments, 'REF', 'Y4')[2]).toBe('PC-9');
  });

  test('employment carries no state', () => {
    const segments = parse(claim837p({ ...auto, case: { ...auto.case, RelatedCause: 'EM' } }));
    expect(one(segments, 'CLM')[11]).toBe('EM');
  });

  test('no rendering provider when the therapist bills, no facility when the address is the same', () => {
    const { organization, rendering, facility } = soundClaim;
    const segments = parse(
      claim837p({
        ...soundClaim,
        rendering: { ...rendering, NationalProviderId: organization.NationalProviderId },
        facility: { ...facility, Address1: '400 SW MAIN STREET', PostalCode: '97204' },
        referring: null,
      }),
    );
    expect(all(segments, 'NM1', '82')).toEqual([]);
    expect(all(segments, 'PRV', 'PE')).toEqual([]);
    expect(all(segments, 'NM1', '77')).toEqual([]);
    expect(all(segments, 'NM1', 'DN')).toEqual([]);
  });

  test('a visit at home is not said to have been at the clinic', () => {
    const segments = parse(claim837p({ ...soundClaim, visit: { ...soundClaim.visit, PlaceOfService: '12' } }));
    expect(one(segments, 'CLM')[5]).toBe('12:B:1');
    expect(all(segments, 'NM1', '77')).toEqual([]);
  });

  test('a corrected claim names the first', () => {
    const segments = parse(claim837p({ ...soundClaim, frequency: '7', originalClaimNumber: 'ICN 5' }));
    expect(one(segments, 'CLM')[5]).toBe('11:B:7');
    expect(one(segments, 'REF', 'F8')[2]).toBe('ICN 5');
  });

  test('onset on the day of service is not sent', () => {
    const segments = parse(claim837p({ ...soundClaim, case: { ...soundClaim.case, OnsetDate: '2026-11-18' } }));
    expect(all(segments, 'DTP', '431')).toEqual([]);
  });
});

test('whatever people type, the file keeps its shape', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 70 }),
    fc.constantFrom('A*B~C:D^E', '~~~~', '王小明', 'Łukasz Øster', 'a\r\nb', 'x'.repeat(200)),
  );
  fc.assert(
    fc.property(
      typed,
      typed,
      typed,
      fc.array(fc.integer({ min: 1, max: 1e7 }), { minLength: 1, maxLength: 50 }),
      (first, last, street, charges) => {
        const data: ClaimData = {
          ...dependentClaim,
          patient: { ...dependentClaim.patient, FirstName: first, LastName: last, Address1: street, City: first },
          insurance: { ...dependentClaim.insurance, MemberId: last, GroupNumber: street },
          lines: charges.map((charge, at) => ({ ...line, charge, ControlNumber: `A1B2-${at + 1}` })),
        };
        const file = claim837p(data);
        expectSoundEnvelope(file, data);
        expect(file).toMatch(/^[A-Z0-9 !"&'()+,\-./;?=*:~^]+$/);
        for (const name of all(parse(file), 'NM1')) expect(name.length).toBeLessThanOrEqual(10);
      },
    ),
  );
});

const folder = new URL('../../../shared/data/x12/837p/', import.meta.url);
describe.runIf(existsSync(folder))('beside real files', () => {
  const read = (name: string) => readFileSync(new URL(name, folder), 'latin1').trim();
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('lfh__')) : [];
  const ours = [claim837p(soundClaim), claim837p(dependentClaim)].map(parse);

  test('there are some', () => expect(files.length).toBeGreaterThan(10));

  test.each(files)('%s: the same envelope', (name) => {
    const theirs = parse(read(name));
    const envelope = (segments: string[][]) =>
      segments.map((each) => each[0] ?? '').filter((id) => ['ISA', 'GS', 'ST', 'BHT', 'SE', 'GE', 'IEA'].includes(id));
    expect(envelope(theirs)).toEqual(envelope(ours[0] ?? []));
    expect(one(theirs, 'ISA')).toHaveLength(17);
    expect(one(theirs, 'GS').slice(0, 2)).toEqual(['GS', 'HC']);
  });

  test('every kind of segment we write occurs in them, with no more elements than theirs', () => {
    const longest = new Map<string, number>();
    for (const name of readdirSync(folder)) {
      const text = read(name);
      if (!text.startsWith('ISA')) continue;
      for (const each of parse(text)) {
        const [id = '', qualifier] = each;
        for (const kind of [id, `${id} ${qualifier}`]) longest.set(kind, Math.max(longest.get(kind) ?? 0, each.length));
      }
    }
    const qualified = ['NM1', 'PRV', 'REF', 'DTP', 'DMG', 'PER'];
    const unheardOf = ours.flat().filter((each) => {
      const [id = '', qualifier] = each;
      const known = !qualified.includes(id) || longest.has(`${id} ${qualifier}`);
      return !known || each.length > (longest.get(id) ?? 0);
    });
    expect(unheardOf).toEqual([]);
  });
});
