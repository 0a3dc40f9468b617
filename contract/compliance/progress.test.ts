import { describe, expect, test } from 'vitest';
import { addDays } from '../base/dates.ts';
import type { ClockNote, ClockVisit, ComplianceFacts } from './facts.ts';
import { bookedOn, clockIn, factsOf, first, noteOn, payerOf, visitOn, weekdays } from './testing/case-facts.ts';

const treated = (count: number, more: Partial<ClockVisit> = {}) => weekdays(count).map((day) => visitOn(day, more));
const day = (n: number) => weekdays(n).at(-1) ?? first;
const report = (of: Partial<ComplianceFacts>) => clockIn(factsOf(of), 'progressReport');

describe('the progress report', () => {
  test.each([
    [1, 'ok'],
    [7, 'ok'],
    [8, 'soon'],
    [9, 'soon'],
    [10, 'due'],
  ])('after %i treatment days, the evaluation among them, it is %s', (count, state) => {
    expect(report({ visits: treated(count), today: day(count) })).toMatchObject({
      state,
      used: count,
      of: 10,
      from: first,
    });
  });

  test('two visits of a day count once', () => {
    const twice = [...treated(9), ...weekdays(9).map((each) => visitOn(each, {}, '15'))];
    expect(report({ visits: twice, today: day(9) })).toMatchObject({ state: 'soon', used: 9 });
  });

  test.each(['noShow', 'cancelled', 'lateCancel', 'scheduled', 'confirmed', 'checkedIn'] as const)(
    'a visit in stage %s does not count',
    (stage) => {
      const visits = [...treated(8), visitOn(day(9), { stage })];
      expect(report({ visits, today: day(9) })?.used).toBe(8);
    },
  );

  test('a visit under way counts', () => {
    expect(
      report({ visits: [...treated(9), visitOn(day(10), { stage: 'inProgress' })], today: day(10) }),
    ).toMatchObject({
      state: 'due',
      used: 10,
    });
  });

  test('another discipline has its own count', () => {
    const visits = [...treated(8), visitOn(day(9), { Discipline: 'OT' })];
    expect(report({ visits, today: day(9) })?.used).toBe(8);
    expect(report({ visits, today: day(9), discipline: 'OT' })?.used).toBe(1);
  });

  test('it falls on the booked visit that makes the tenth day, two on one day counting once', () => {
    const booked = [bookedOn(day(9)), bookedOn(day(9), '15'), bookedOn(day(10)), bookedOn(day(11))];
    expect(report({ visits: treated(8), booked, today: addDays(day(8), 1) })).toMatchObject({
      state: 'soon',
      dueOn: day(10),
      fallsOnVisitId: bookedOn(day(10)).VisitId,
      sentence: 'Day 8 of 10. The progress report is due on the visit of 01/16/2026.',
    });
    expect(report({ visits: treated(8), booked: booked.slice(0, 2), today: addDays(day(8), 1) })).toMatchObject({
      dueOn: null,
      fallsOnVisitId: null,
    });
  });

  test('a second visit of a treated day is no further day', () => {
    const visits = [...treated(9), visitOn(day(9), { stage: 'scheduled' }, '15')];
    expect(report({ visits, booked: [bookedOn(day(10))], today: day(9) })?.dueOn).toBe(day(10));
  });

  test('within seven days after the tenth day it is due, then late', () => {
    const on = (today: string) => report({ visits: treated(10), today });
    const until = addDays(day(10), 7);
    expect(on(until)).toMatchObject({ state: 'due', dueOn: day(10), at: { sign: 'warn', claim: 'none' } });
    expect(on(addDays(until, 1))).toMatchObject({ state: 'late', dueOn: day(10), at: { sign: 'warn', claim: 'hold' } });
    const gone = [visitOn(day(10), { stage: 'cancelled' }, '07'), ...treated(12)];
    expect(report({ visits: gone, today: day(12) })).toMatchObject({
      fallsOnVisitId: visitOn(day(10)).VisitId,
      sentence: 'Day 12 of 10. The progress report was due 01/16/2026. It counts if written by 01/23/2026.',
    });
  });

  test('one on day 6 restarts on day 7', () => {
    const notes = [noteOn(day(6))];
    expect(report({ visits: treated(6), notes, today: day(6) })).toMatchObject({ state: 'none', used: 0 });
    expect(report({ visits: treated(7), notes, today: day(7) })).toMatchObject({ state: 'ok', used: 1, from: day(7) });
    expect(report({ visits: treated(16), notes, today: day(16) })).toMatchObject({ state: 'due', used: 10 });
  });

  test('one on day 10 restarts on day 11', () => {
    expect(report({ visits: treated(11), notes: [noteOn(day(10))], today: day(11) })).toMatchObject({ used: 1 });
  });

  test('one in the days of grace counts for the period that ended on day 10', () => {
    const of = { visits: treated(13), today: day(13), notes: [noteOn(day(12))] };
    expect(report(of)).toMatchObject({ state: 'ok', used: 3, from: day(11) });
  });

  test('one after the days of grace ends the period itself', () => {
    const of = { visits: treated(20), today: day(20), notes: [noteOn(day(18))] };
    expect(report(of)).toMatchObject({ used: 2, from: day(19) });
  });

  test.each<[string, Partial<ClockNote>, number]>([
    ['signed by a therapist', {}, 2],
    ['unsigned', { signedOn: null }, 8],
    ['by an assistant', { isByAssistant: true }, 8],
    ['joined to a daily note', { NoteType: 'daily', AlsoTypes: ['progress'] }, 2],
    ['of a recertification alone', { NoteType: 'recert' }, 8],
    ['of a re-evaluation alone', { NoteType: 'reeval' }, 8],
    ['of a recertification with it', { NoteType: 'recert', AlsoTypes: ['progress'] }, 2],
    ['of discharge', { NoteType: 'discharge' }, 2],
    ['of a daily note', { NoteType: 'daily' }, 8],
  ])('a note %s', (_what, note, used) => {
    expect(report({ visits: treated(8), notes: [noteOn(day(6), note)], today: day(8) })?.used).toBe(used);
  });

  test('an assistant’s report does not count, and says so; a draft is to be signed', () => {
    const by = report({ visits: treated(9), notes: [noteOn(day(9), { isByAssistant: true })], today: day(9) });
    expect(by?.sentence).toContain('An assistant’s report does not count.');
    expect(by?.fix?.action).toBe('writeReport');
    const draft = report({ visits: treated(9), notes: [noteOn(day(9), { signedOn: null })], today: day(9) });
    expect(draft?.fix).toEqual({ action: 'signReport', label: 'Sign the progress report' });
  });

  test('several periods, one after the other', () => {
    const notes = [noteOn(day(10)), noteOn(day(15)), noteOn(day(25))];
    expect(report({ visits: treated(30), notes, today: day(30) })).toMatchObject({ used: 5, from: day(26) });
  });

  test('treatment days elsewhere count before the first; days they include do not count again', () => {
    const carriedIn = { AsOf: day(2), TreatmentDays: 7, VisitsUsed: 0, Cents: [] };
    expect(report({ visits: treated(3), carriedIn, today: day(3) })).toMatchObject({ state: 'soon', used: 8 });
    expect(report({ visits: treated(5), carriedIn, today: day(5) })).toMatchObject({ state: 'due', dueOn: day(5) });
    const noted = { notes: [noteOn(day(4))], visits: treated(5), carriedIn, today: day(5) };
    expect(report(noted)).toMatchObject({ used: 1 });
    const full = {
      visits: [],
      carriedIn: { ...carriedIn, TreatmentDays: 10 },
      booked: [bookedOn(day(5))],
      today: day(3),
    };
    expect(report(full)).toMatchObject({ state: 'due', dueOn: day(5), fallsOnVisitId: bookedOn(day(5)).VisitId });
  });

  test('days over a leap day and over changes of clocks are days', () => {
    for (const from of ['2028-02-21', '2026-03-02', '2026-10-26']) {
      const visits = weekdays(10, from).map((each) => visitOn(each));
      const tenth = weekdays(10, from).at(-1) ?? '';
      expect(report({ visits, today: addDays(tenth, 7) })?.state).toBe('due');
      expect(report({ visits, today: addDays(tenth, 8) })?.state).toBe('late');
    }
  });

  test('a payer’s own count, where no law has one', () => {
    const commercial = payerOf('commercial');
    const asks = { ...commercial, rules: { ...commercial.rules, ProgressNoteVisits: 6 } };
    expect(report({ payers: [commercial] })).toBeUndefined();
    expect(report({ payers: [asks], visits: treated(6), today: day(6) })).toMatchObject({ state: 'due', of: 6 });
    expect(report({ payers: [asks], visits: treated(6), today: addDays(day(6), 1) })?.state).toBe('late');
    expect(report({ payers: [{ ...commercial, rules: {} }] })?.state).toBe('unknown');
    expect(report({ payers: [payerOf('medicare'), asks], visits: treated(6), today: day(6) })?.of).toBe(6);
  });
});

describe('a therapist in each period', () => {
  const clock = (of: Partial<ComplianceFacts>) => clockIn(factsOf(of), 'therapistTookPart');
  const alone = { byTherapist: false };

  test.each([
    [7, 'ok', 'none'],
    [8, 'soon', 'none'],
    [10, 'due', 'warn'],
  ])('without one after %i days it is %s', (count, state, sign) => {
    expect(clock({ visits: treated(count, alone), today: day(count) })).toMatchObject({
      state,
      at: { sign, claim: 'none' },
    });
  });

  test('without one past day 10 it is late and warns', () => {
    expect(clock({ visits: treated(10, alone), today: addDays(day(10), 1) })).toMatchObject({
      state: 'late',
      at: { sign: 'warn', claim: 'warn' },
    });
  });

  test('one visit with one suffices, and each period needs its own', () => {
    const visits = [
      visitOn(first),
      ...weekdays(10)
        .slice(1)
        .map((each) => visitOn(each, alone)),
    ];
    expect(clock({ visits, today: day(10) })?.state).toBe('ok');
    const next = weekdays(18)
      .slice(10)
      .map((each) => visitOn(each, alone));
    expect(clock({ visits: [...visits, ...next], notes: [noteOn(day(10))], today: day(18) })).toMatchObject({
      state: 'soon',
      used: 8,
    });
  });

  test('a period that its report closed without one is late', () => {
    const notes = [noteOn(day(6))];
    expect(clock({ visits: treated(7, alone), notes, today: day(7) })).toMatchObject({ state: 'late', from: first });
  });

  test('what was not recorded is unknown', () => {
    expect(clock({ visits: [visitOn(first, { byTherapist: null })] })?.state).toBe('unknown');
    const carriedIn = { AsOf: '2026-01-01', TreatmentDays: 3, VisitsUsed: 0, Cents: [] };
    expect(clock({ visits: treated(2, alone), carriedIn, today: day(2) })?.state).toBe('unknown');
  });

  test('only Medicare asks for it', () => {
    expect(clock({ payers: [payerOf('commercial')] })).toBeUndefined();
  });
});
