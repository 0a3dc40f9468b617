import { addDays, showDate } from '../../contract/base/dates.ts';
import { makeDevice, openBrowser } from './devices.ts';
import { lookEverywhere } from './desk/look.ts';
import { pill } from './desk/page.ts';
import { expect, signIn, test } from './fixtures.ts';
import { workElsewhere } from './story/elsewhere.ts';
import { medicareCourse } from './story/patient.ts';
import {
  also,
  begin,
  bill,
  choose,
  countedLine,
  dialog,
  expectClocks,
  expectOnCard,
  goOnline,
  openClock,
  openVisit,
  openWorkList,
  picture,
  press,
  ribbonOf,
  sign,
  text,
  treat,
  unlock,
  write,
} from './story/therapist.ts';
import { cardOf } from './visits.ts';

test.describe.configure({ timeout: 480_000 });

const inDialog = (page: Parameters<typeof dialog>[0], name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click();

/** What is said and found on a day: no two alike, as no two days are. */
const notes = [
  { said: 'Pain 6 of 10 on stairs.', found: 'Stiff and weak after surgery, safe with a cane.' },
  { said: 'Slept five hours without waking.', found: 'Bends further than yesterday before it hurts.' },
  { said: 'Walked to the mailbox with the cane.', found: 'Steadier on one leg, still needs cues at the knee.' },
  { said: 'Swelling is down since the ice.', found: 'Takes more load in the squat without giving way.' },
  { said: 'Got up from the couch unaided.', found: 'Rises from a low chair with one push of the arm.' },
  { said: 'Tired after the long drive on Sunday.', found: 'Quadriceps tire sooner today, form holds to the eighth.' },
  { said: 'Stairs at home one foot after the other.', found: 'Alternates feet on four stairs with light touch.' },
  { said: 'Left the cane in the hall.', found: 'Walks indoors without help, slight limp when hurried.' },
  { said: 'Cooked standing for half an hour.', found: 'Stands longer than last week, no swelling after.' },
  { said: 'Pain 2 of 10 on stairs.', found: 'Half of the way to the long goal, skilled cueing still needed.' },
  { said: 'Wants to garden again in spring.', found: 'Kneels on the pad and rises, needs help with the last bit.' },
  { said: 'Does everything she did before.', found: 'Both goals are met, strength equal to the other side.' },
] as const;
const on = (day: number) => notes[day] ?? notes[0];
/** The last day of the plan; authorization and script end with it. */
const end = 10;
/** Written on the therapist's tablet: days like any other. */
const elsewhere = { from: 1, to: 7 };

test('a patient of Medicare from the evaluation to the discharge, every clock on its day, half of it offline', async ({
  clinic,
}) => {
  const course = await medicareCourse(clinic, notes.length);
  const { days } = course;
  const day = (at: number) => days[at] ?? '';
  const shown = (at: number) => showDate(day(at));
  const short = (at: number) => shown(at).slice(0, 5);
  const { url, network, profile, clean } = await makeDevice(clinic);
  const { context, page } = await openBrowser(profile);
  const morning = async (at: number, hour?: string) => context.clock.setSystemTime(await course.at(at, hour));
  const ribbon = () => ribbonOf(page, course);
  const plans = () => page.getByRole('region', { name: /^Plans of care of / });
  try {
    await test.step('evaluation: nothing runs yet but what others have given', async () => {
      await context.clock.install({ time: await course.at(0) });
      await signIn(page, { url }, 'pt');
      await expect(pill(page)).toHaveText('Saved', { timeout: 60_000 });
      const card = cardOf(page, course.visits[0] ?? '');
      await card.getByRole('button', { name: /^Check in/ }).click();
      await card.getByRole('link').click();
      await press(page, 'Start');
      await expectClocks(page, course, [
        `Auth 0 of 10, out ${short(end)}, due soon`,
        `Script, out ${short(end + 1)}, due soon`,
      ]);
      await choose(page, 'Kind of note', 'Evaluation');
      for (const [section, words] of [
        ['History', 'Total knee replacement three weeks ago, otherwise well.'],
        ['Prior level of function', 'Gardened and climbed stairs without help.'],
        ['Subjective', on(0).said],
        ['Objective', 'Scar dry, gait slow with a cane.'],
        ['Assessment', on(0).found],
        ['Plan', 'Strength, gait and stairs.'],
      ] as const)
        await text(page, section).fill(words);
      const measures = page.getByRole('region', { name: 'Measures', exact: true });
      await press(measures, 'Add measures');
      await page.keyboard.type('knee flex');
      // Ticked once the case has it, which is a moment after the click.
      await page.getByRole('checkbox', { name: 'Knee flexion, active' }).click();
      await expect(page.getByRole('checkbox', { name: 'Knee flexion, active' })).toBeChecked();
      await lookEverywhere(page, 'measures-catalog');
      await press(measures, 'Close catalog');
      await text(page, 'Knee flexion, left, active').fill('82');
      await text(page, 'Knee flexion, right, active').fill('136');

      await press(page, 'Add goal');
      await text(page, 'Goal').fill('Climb 12 stairs without a rail.');
      await text(page, 'Function').fill('Stairs at home');
      await text(page, 'Target').fill('12 stairs');
      await inDialog(page, 'Add goal');
      await choose(page, /^Status of (New goal|Goal 1)$/, 'New');
      await bill(page, '97161', null);
      await text(page, 'Treatment minutes').fill('45');
      const missing = page.getByRole('group', { name: 'Sign', exact: true });
      await expect(missing).toContainText('The plan of care is missing.');
      await press(page, 'Write plan of care');
      await text(page, 'Visits a week').fill('7');
      await text(page, 'Weeks').fill('2');
      await text(page, 'Until').fill(shown(end));
      await text(page, 'Treatment').fill('Therapeutic exercise, gait and stair training');
      await lookEverywhere(page, 'plan-form', '[role=dialog]');
      await inDialog(page, 'Add plan of care');
      for (const level of [
        'History and comorbidities',
        'Examination of body systems',
        'Clinical presentation',
        'Clinical decision making',
      ])
        await choose(page, level, 'Low');
      await expect(page.getByText('The note is complete.')).toBeVisible();
      await expectClocks(page, course, [`Plan to ${short(end)}, due soon`]);
      await lookEverywhere(page, 'evaluation');
      await sign(page);
      await expectClocks(page, course, ['Day 1 of 10, fine', `Plan to ${short(end)}, due soon`]);
    });

    await test.step('the plan goes out, and comes back signed the next day', async () => {
      const plan = await openClock(page, course, /^Plan of care \d/);
      await expect(plan).toContainText(`must be certified by ${showDate(addDays(day(0), 30))}`);
      await expect(plan).toContainText('It has not been sent yet.');
      await press(plan, 'Send the plan of care');
      await inDialog(page, 'Record');
      await expect(await openClock(page, course, /^Plan of care \d/)).toContainText('the plan of care was sent');
      await expect(pill(page)).toHaveText('Saved');

      await morning(1);
      await openWorkList(page, url);
      const due = await countedLine(page, course, /plans due$/);
      await expect(due).toContainText(`covers visits through ${shown(end)}`);
      await due.getByRole('link').click();
      await press(plans(), /^Record for the plan of care/);
      await inDialog(page, 'Record');
      await expect(await openClock(page, course, /^Plan of care \d/)).toContainText(`was signed ${shown(1)}`);
    });

    await test.step('seven days on a tablet: the eighth says that a report is coming', async () => {
      const visits = Array.from({ length: elsewhere.to + 1 - elsewhere.from }, (_, at) => at + elsewhere.from);
      await workElsewhere(clinic, course, new Map(visits.map((at) => [at, on(at)])));
      await morning(8);
      await openWorkList(page, url);
      await expect(await countedLine(page, course, /reports? due$/)).toContainText('Day 8 of 10.');
      await openVisit(page, url, course, 8);
      await expectClocks(page, course, ['Day 8 of 10, due soon']);
      const report = await openClock(page, course, /^Day 8 of 10/);
      await expect(report).toContainText(`The progress report is due on the visit of ${shown(9)}.`);
      await expect(report).toContainText('Medicare Benefit Policy Manual');
      await lookEverywhere(page, 'timeline');
    });

    await test.step('the network is cut in the middle of the ninth, and a reload comes between', async () => {
      await begin(page);
      await expect(pill(page)).toHaveText('Saved');
      network.cut();
      await context.setOffline(true);
      await write(page, on(8));
      await expect(page.getByRole('region', { name: 'Charges' })).toContainText('saved on this device');
      await page.reload();
      await unlock(page);
      await expect(text(page, 'Assessment')).toHaveValue(on(8).found);
      await expect(page.getByRole('textbox', { name: 'Minutes, service 1' })).toHaveValue('30');
      await sign(page);
      await expectClocks(page, course, ['Day 9 of 10, due soon']);
    });

    await test.step('on the tenth treatment day the report is due, and is written', async () => {
      await morning(9);
      await openVisit(page, url, course, 9);
      await treat(page, on(9));
      await expectClocks(page, course, ['Day 10 of 10, due']);
      await also(page, 'Progress report');
      await text(page, 'Period from').fill(shown(0));
      await text(page, 'Period to').fill(shown(9));
      await expect(page.getByRole('group', { name: 'Sign', exact: true })).toContainText('Goal 1 has no status.');
      await choose(page, 'Status of Goal 1', 'Progressing');
      await text(page, 'Percent of Goal 1').fill('50');
      await picture(page, 'progress-report');
      expect(await sign(page)).not.toContain('progress report');
      await expect(ribbon().getByRole('button', { name: /^Day \d+ of 10/ })).toHaveCount(0);
      await expect(ribbon().getByRole('button', { name: new RegExp(`^Progress report ${shown(9)}`) })).toBeVisible();
      await expectClocks(page, course, [`Auth 10 of 10, out ${short(end)}, due`]);
    });

    await test.step('back in the network, all of it goes out, and the clocks stay', async () => {
      await expect(pill(page)).toHaveText(/^Offline, \d+ waiting$/);
      network.mend();
      await context.setOffline(false);
      await goOnline(page);
      await expect(ribbon().getByRole('button', { name: /^Day \d+ of 10/ })).toHaveCount(0);
      await expectClocks(page, course, [`Auth 10 of 10, out ${short(end)}, due`]);
    });

    await test.step('the plan ends and the authorization is used up: the recertification', async () => {
      network.cut();
      await context.setOffline(true);
      await morning(end);
      await openWorkList(page, url);
      await expectOnCard(page, course, end, ['Authorization used up']);
      await openVisit(page, url, course, end);
      await treat(page, on(end));
      await expectClocks(page, course, [`Plan to ${short(end)}, due`]);
      await also(page, 'Recertification');
      await text(page, 'Justification').fill('Needs skilled care to kneel and rise in the garden.');
      await press(page, 'Write plan of care');
      await expect(dialog(page).getByRole('combobox', { name: 'Kind' })).toHaveValue('Recertification');
      await expect(text(page, 'From')).toHaveValue(shown(end + 1));
      await text(page, 'Visits a week').fill('2');
      await text(page, 'Weeks').fill('4');
      await inDialog(page, 'Add plan of care');
      await sign(page);
      await expectClocks(page, course, [
        'Day 1 of 10, fine',
        `Recertification by ${short(end)}, due`,
        `Auth 11 of 10, out ${short(end + 1)}, due`,
        `Script, out ${short(end + 1)}, due`,
      ]);
    });

    await test.step('a verbal order holds until it is signed; what has run out is told before the visit', async () => {
      await morning(end + 1, '17:30');
      await openWorkList(page, url);
      await expectOnCard(page, course, end + 1, ['Script expired', 'Authorization expired']);
      await picture(page, 'card');
      await page.goto(`${url}/patients/${course.PatientId}?tab=overview`);
      await plans()
        .getByRole('button', { name: `Record for the plan of care ${shown(end + 1)}` })
        .click();
      await choose(page, 'What happened', 'Verbal order');
      await text(page, 'Date').fill(shown(end));
      await inDialog(page, 'Record');
      await picture(page, 'overview');
      const signedBy = showDate(addDays(day(end), 14)).slice(0, 5);
      await expectClocks(page, course, [`Recertification by ${signedBy}, due soon`]);
    });

    await test.step('discharge: what has run out is told at the signature, and nothing of it runs afterwards', async () => {
      await openVisit(page, url, course, end + 1);
      await treat(page, on(end + 1));
      await expectClocks(page, course, [`Auth 11 of 10, to ${short(end)}, late`, `Script, to ${short(end)}, late`]);
      await also(page, 'Discharge note');
      await choose(page, 'Reason', 'Goals met');
      await text(page, 'Home program').fill('Squats and stairs, three days a week.');
      await text(page, 'Disposition').fill('Goes on by herself, sees the surgeon in spring.');
      await choose(page, 'Status of Goal 1', 'Met');
      const told = await sign(page);
      expect(told).toContain('The authorization expired');
      expect(told).toContain('The script expired');
      await press(page, 'Chart');
      await page.getByRole('tab', { name: 'Overview' }).click();
      await press(page, `More for ${course.title}`);
      await page.getByRole('menuitem', { name: 'Discharge…' }).click();
      await inDialog(page, 'Discharge');
      await expect(
        ribbon()
          .getByRole('list', { name: 'Due' })
          .getByRole('button', { name: /^(Auth|Script|Plan|Day)/ }),
      ).toHaveCount(0);
    });

    await test.step('the server has all of it, each signed once', async () => {
      network.mend();
      await context.setOffline(false);
      await goOnline(page);
      await plans()
        .getByRole('button', { name: `Record for the plan of care ${shown(end + 1)}` })
        .click();
      await choose(page, 'What happened', 'Signed');
      await text(page, 'By').fill('Vance, Eleanor');
      await inDialog(page, 'Record');
      const next = new RegExp(`^Plan of care ${shown(end + 1)}`);
      await expect(await openClock(page, course, next)).toContainText(
        `A verbal order of ${shown(end)} was signed ${shown(end + 1)}.`,
      );
      await expect(pill(page)).toHaveText('Saved');
      const kept = await clinic.sql<{ kind: string; signatures: string }>(
        `select n."NoteType" || coalesce(' ' || n."AlsoTypes"[1], '') as kind, count(s.*) as signatures
         from visit_notes n left join signatures s using (site, "NoteId")
         where n.site = 'demo' and n."CaseId" = $1 group by n."NoteId", n."NoteDate", 1 order by n."NoteDate"`,
        [course.CaseId],
      );
      expect(kept.map(({ kind }) => kind)).toEqual([
        'eval',
        ...Array.from({ length: 8 }, () => 'daily'),
        'daily progress',
        'daily recert',
        'daily discharge',
      ]);
      expect(new Set(kept.map(({ signatures }) => Number(signatures)))).toEqual(new Set([1]));
    });
  } finally {
    await context.close();
    await clean();
  }
});
