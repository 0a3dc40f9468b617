import { Client } from 'pg';
import { addDays, wallTimeIn } from '#contract/base/dates.ts';
import { controlKinds } from '#server/features/billing/control-numbers.ts';
import { hashPassword } from '../kit/auth/password.ts';
import { cast } from './cast.ts';
import { addPlans, authorizationRows, scriptRows } from './care.ts';
import { makeCharts } from './charts.ts';
import { claimFileMaker } from './claim-files.ts';
import { flowsheetRows } from './flowsheets.ts';
import { noteOf, servicesOf } from './charting.ts';
import {
  facilityRows,
  harborview,
  lakeside,
  listRows,
  organizationRow,
  providerRows,
  referringRows,
  regionRows,
  type ClinicSpec,
} from './clinic.ts';
import { codeRows, feeRows } from './codes.ts';
import { historyRows, instantOf, messageRows } from './history.ts';
import { demoId } from './ids.ts';
import { chargeOf, claimRow, ledgerRows, withCharges } from './money.ts';
import { demoPayers, payerRows } from './payers.ts';
import { lakesidePeople, people, type Person } from './people.ts';
import { calendarRows } from './calendar.ts';
import { chanceFrom } from './random.ts';
import { makeSchedule } from './schedule.ts';
import { groupRows, userRows } from './users.ts';
import { outcomeRows } from './outcomes.ts';
import { careRows } from './plans.ts';
import { measureRows } from './measures.ts';
import { signaturesOf } from './signatures.ts';
import { guarantorRows } from './guarantors.ts';
import { homeProgramRows } from './home-programs.ts';
import { reviewSiteRows } from './online-review.ts';
import { bookingRuleRows } from './online-scheduling.ts';
import { subjectNoteRows } from './subject-notes.ts';
import { taskRows } from './tasks.ts';
import { ownMeasureRows } from './own-measures.ts';
import { templateRows } from './templates.ts';
import { insertRows } from './write.ts';

/** The day the demo is about: one for both sites, or in each the day of its zone, which tests may choose. */
type When = { today: string } | { now: Date; timeZone?: string };

/** Seeds both demo sites as the owner, all or nothing; does nothing where they are already. True when it seeded. */
export async function seedDemo(owner: string | Client, when: When): Promise<boolean> {
  if (typeof owner !== 'string') return seedBoth(owner, when);
  const client = new Client({ connectionString: owner });
  await client.connect();
  try {
    return await seedBoth(client, when);
  } finally {
    await client.end();
  }
}

function dayIn({ timeZone }: ClinicSpec, when: When): string {
  return 'now' in when ? wallTimeIn(timeZone, when.now).slice(0, 10) : when.today;
}

async function seedBoth(client: Client, when: When): Promise<boolean> {
  await client.query('begin');
  try {
    // Two servers starting at once must not both seed.
    await client.query(`select pg_advisory_xact_lock(hashtext('mainstay demo'))`);
    const { rowCount } = await client.query('select from sites where site = any ($1)', [
      [harborview.site, lakeside.site],
    ]);
    if (rowCount === 0) {
      const hash = await hashPassword(cast.password);
      for (const [clinic, persons] of [
        [harborview, people],
        [lakeside, lakesidePeople],
      ] as const) {
        const spec = 'timeZone' in when ? { ...clinic, timeZone: when.timeZone } : clinic;
        await seedClinic(client, spec, persons, dayIn(spec, when), hash);
      }
    }
    await client.query('commit');
    return rowCount === 0;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function seedClinic(
  client: Client,
  spec: ClinicSpec,
  persons: Person[],
  today: string,
  passwordHash: string,
): Promise<void> {
  const tables = clinicRows(spec, persons, today, passwordHash);
  for (const [table, rows] of Object.entries(tables)) await insertRows(client, table, rows);
}

/** Every row of a clinic, by table, parents first. */
function clinicRows(
  spec: ClinicSpec,
  persons: Person[],
  today: string,
  passwordHash: string,
): Record<string, object[]> {
  const { site } = spec;
  const chance = chanceFrom(spec.seed);
  const charts = makeCharts(spec, persons, today, chance);
  const visits = makeSchedule(spec, charts, today, chance);
  // After the schedule, which says when some of the cases begin.
  addPlans(spec, charts, today);
  return {
    sites: [
      {
        site,
        Name: spec.name,
        TimeZone: spec.timeZone,
        settings: {
          enable_ar_warnings: true,
          enable_reports: true,
          plus: true,
          use_only_primary_payer_notes_permission: false,
          hide_pain_point: false,
          claims_are_tests: true,
          tell_of_visits: true,
          first_reminder_hours: 48,
          second_reminder_hours: 2,
          reports_base_url_override: null,
        },
        // The month before the two weeks is closed.
        closedBillingPeriodEnd: addDays(`${addDays(today, -14).slice(0, 7)}-01`, -1),
      },
    ],
    organizations: [organizationRow(spec)],
    regions: regionRows(spec),
    facilities: facilityRows(spec),
    permission_groups: groupRows(spec),
    users: userRows(spec, passwordHash),
    providers: providerRows(spec),
    ...calendarRows(spec, today),
    payers: payerRows(site).map(({ key: _, ...row }) => row),
    referring_providers: referringRows(spec),
    ...listRows(spec),
    cpt_codes: codeRows(site),
    fee_schedule: feeRows(site),
    patients: charts.map((chart) => chart.patient),
    insurances: charts.flatMap((chart) => chart.insurances),
    cases: charts.flatMap((chart) => chart.case ?? []),
    case_eval_measurements: measureRows(charts),
    scripts: scriptRows(spec, charts, today),
    authorizations: authorizationRows(spec, charts, visits, today),
    subject_notes: subjectNoteRows(spec, charts, today),
    tasks: taskRows(spec, charts, today),
    patient_guarantors: guarantorRows(spec, charts),
    booking_rules: bookingRuleRows(spec),
    review_sites: reviewSiteRows(spec),
    outcome_responses: outcomeRows(spec, charts, today),
    ...templateRows(spec),
    eval_measurements: ownMeasureRows(spec),
    ...careRows(spec, charts),
    ...visitTables(spec, visits),
    ...homeProgramRows(spec.site, visits, today),
  };
}

/** Which visit of its case it is, from 0, by its time. */
function turnsOf(visits: ReturnType<typeof makeSchedule>): (appointment: (typeof visits)[number]) => number {
  const byCase = Map.groupBy(visits, ({ visit }) => visit.CaseId);
  const inOrder = [...byCase.values()].map((mine) =>
    mine.toSorted((a, b) => a.visit.Start.localeCompare(b.visit.Start)),
  );
  const turns = new Map(inOrder.flatMap((mine) => mine.map((one, turn) => [one, turn] as const)));
  return (appointment) => turns.get(appointment) ?? 0;
}

function visitTables(spec: ClinicSpec, visits: ReturnType<typeof makeSchedule>): Record<string, object[]> {
  const { site } = spec;
  const providers = providerRows(spec);
  const facilities = facilityRows(spec);
  const payers = demoPayers(site);
  const fileOf = claimFileMaker(spec);
  const turnOf = turnsOf(visits);
  let number = 0;
  const flowsheets = flowsheetRows(site, visits);
  const billed = visits.map((appointment, turn) => {
    const supervisor = spec.providers.find((each) => each.key === appointment.provider.supervisor);
    const services = withCharges(spec, appointment, servicesOf(appointment, providers, payers, turn));
    const total = chargeOf(services);
    const claim = claimRow(spec, appointment, total, number + 1);
    if (claim) {
      number += 1;
      appointment.visit.ClaimId = claim.ClaimId;
    }
    const note = noteOf(appointment, instantOf(spec, appointment, 43), {
      supervisor: supervisor ? demoId(site, 'provider', supervisor.key) : null,
      turn: turnOf(appointment),
    });
    const file = claim && fileOf(appointment, claim, services, number);
    const signatures = note ? signaturesOf(note, services, { providers, facilities, ...flowsheets }) : [];
    return { services, claim, file, note, signatures, ledger: ledgerRows(spec, appointment, claim, total) };
  });
  return {
    visits: visits.map((appointment) => appointment.visit),
    visit_history: visits.flatMap((appointment) => historyRows(spec, appointment)),
    visit_notes: billed.flatMap(({ note }) => note ?? []),
    signatures: billed.flatMap(({ signatures }) => signatures),
    services: billed.flatMap(({ services }) => services),
    ...flowsheets,
    claims: billed.flatMap(({ claim }) => claim ?? []),
    claim_files: billed.flatMap(({ file }) => file ?? []),
    ledger_entries: billed.flatMap(({ ledger }) => ledger),
    control_numbers: controlKinds.map((kind) => ({ site, kind, last: number })),
    outbound_messages: visits.flatMap((appointment) => messageRows(spec, appointment)),
  };
}
