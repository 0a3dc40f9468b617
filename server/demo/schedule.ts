import { addDays } from '#contract/base/dates.ts';
import { disciplineOf, isAssistant } from '#contract/providers/provider.ts';
import type { VisitStage } from '#contract/visits/stage.ts';
import type { IntakeDifference } from '#contract/visits/visit.ts';
import type { CaseRow, Chart } from './charts.ts';
import { visitTypes, type ClinicSpec, type ProviderSpec } from './clinic.ts';
import { demoId } from './ids.ts';
import type { Chance } from './random.ts';
import { pastStories, storiesOf, type Story } from './stories.ts';

/** How the payer has answered a claim so far. */
export type Money = 'paid' | 'unpaid' | 'denied' | 'partlyPaid';
export type ChartWithCase = Chart & { case: CaseRow; provider: ProviderSpec };
export type Appointment = {
  chart: ChartWithCase;
  provider: ProviderSpec;
  day: string;
  stage: VisitStage;
  money: Money;
  isEval: boolean;
  cosigned: boolean;
  visit: ReturnType<typeof visitRow>;
};
type Planned = Omit<Appointment, 'visit' | 'isEval' | 'cosigned'> & {
  name?: string;
  time: string;
  intake?: Story['intake'];
  cosigned?: boolean;
};
type Day = { date: string; ago: number };
/** The clinic as it is being filled; `turn` says who of a provider's people comes next. */
type Filling = { spec: ClinicSpec; charts: ChartWithCase[]; turn: Map<string, number>; chance: Chance };

const times = ['08:00', '09:00', '10:00', '11:00', '13:00', '14:00', '15:00', '16:00'];
const minutes = 45;

function endOf(time: string): string {
  const total = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + minutes;
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
}

const isWeekday = (date: string) => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

/** Today whatever weekday it is, and the weekdays within a week of it. */
export function demoDays(today: string): Day[] {
  return Array.from({ length: 15 }, (_, at) => ({ date: addDays(today, at - 7), ago: 7 - at })).filter(
    (day) => day.ago === 0 || isWeekday(day.date),
  );
}

function stageOn(
  day: Day,
  time: string,
  planned: { at: number; insured: boolean; assistant: boolean },
): { stage: VisitStage; money: Money } {
  const { at, insured, assistant } = planned;
  const left: VisitStage[] = ['cancelled', 'noShow', 'lateCancel'];
  const missed = at % 11 === 7 ? (left[at % 3] ?? 'cancelled') : null;
  if (day.ago < 0)
    return { stage: at % 19 === 5 ? 'cancelled' : at % 4 === 1 ? 'confirmed' : 'scheduled', money: 'unpaid' };
  if (missed) return { stage: missed, money: 'unpaid' };
  if (day.ago === 0) return { stage: stageToday(time, assistant), money: 'unpaid' };
  if (day.ago >= 3) {
    if (at % 8 === 4)
      return { stage: insured ? 'submitted' : 'billing', money: insured && at % 3 === 0 ? 'partlyPaid' : 'unpaid' };
    return { stage: 'closed', money: 'paid' };
  }
  if (at % 5 === 1) return { stage: 'review', money: 'unpaid' };
  if (at % 4 === 2) return { stage: 'billing', money: 'unpaid' };
  return insured ? { stage: 'submitted', money: 'unpaid' } : { stage: 'closed', money: 'paid' };
}

function stageToday(time: string, assistant: boolean): VisitStage {
  if (time < '09:00') return assistant ? 'review' : 'billing';
  if (time < '10:00') return 'review';
  if (time < '11:00') return 'inProgress';
  if (time < '12:00') return 'checkedIn';
  return time < '15:00' ? 'confirmed' : 'scheduled';
}

function visitRow(spec: ClinicSpec, planned: Planned, isEval: boolean) {
  const { chart, provider, day, time } = planned;
  const types = visitTypes[disciplineOf(provider.Type)];
  const patient = chart.patient;
  const filled = (difference: IntakeDifference) => ({ ...difference, chart: patient[difference.field] });
  return {
    site: spec.site,
    VisitId: demoId(spec.site, 'visit', planned.name ?? `${day} ${time} ${provider.key}`),
    CaseId: chart.case.CaseId,
    PatientId: patient.PatientId,
    FacilityId: chart.case.FacilityId,
    ProviderId: demoId(spec.site, 'provider', provider.key),
    VisitTypeName: isEval ? types.eval : types.followUp,
    Start: `${day}T${time}`,
    End: `${day}T${endOf(time)}`,
    stage: planned.stage,
    PlaceOfService: '11',
    intakeConflict: Array.isArray(planned.intake) ? planned.intake.map(filled) : [],
    intakeIncomplete: planned.intake === 'incomplete',
    ClaimId: null as string | null,
    CancelReason: { cancelled: 'Patient is ill', lateCancel: 'Car would not start' }[planned.stage as string] ?? null,
  };
}

/** The named visits of one day. */
function storiesOn(filling: Filling, day: Day, pastDay: number): Planned[] {
  const { spec, charts } = filling;
  const told: (Story & { money?: Money })[] =
    day.ago === 0
      ? storiesOf[spec.site]
      : spec.site === 'demo'
        ? pastStories.filter((story) => story.day === pastDay)
        : [];
  return told.map((story) => {
    const chart = charts.find((each) => each.person.key === story.patient);
    const provider = spec.providers.find((each) => each.key === story.provider);
    if (!chart || !provider) throw new Error(`The story of ${story.name} has no patient or provider`);
    const { name, time, stage, intake, cosigned, money = 'unpaid' } = story;
    return {
      chart,
      provider,
      day: day.date,
      name,
      time,
      stage,
      money,
      ...(intake && { intake }),
      ...(cosigned && { cosigned }),
    };
  });
}

/** A provider's other visits of a day: three or four (one in the small clinic), each with someone who is not here yet that day. */
function fillersOn(filling: Filling, day: Day, provider: ProviderSpec, taken: Planned[]): Planned[] {
  const { spec, charts, turn } = filling;
  const team = provider.supervisor ?? provider.key;
  const pool = charts.filter((chart) => chart.provider.key === team && !chart.case.DischargedAt);
  const own = taken.filter((planned) => planned.provider.key === provider.key);
  const full = day.ago === 0 || filling.chance.below(2) === 0 ? 4 : 3;
  const wanted = Math.max(0, (spec.site === 'demo' ? full : 1) - own.length);
  const here = new Set(taken.map((planned) => planned.chart.person.key));
  const shift = filling.chance.below(2);
  const free = times
    .filter((_, at) => at % 2 === shift)
    .filter((time) => !own.some((planned) => planned.time.slice(0, 2) === time.slice(0, 2)));
  const planned: Planned[] = [];
  for (const time of free.slice(0, wanted)) {
    const turnNow = turn.get(team) ?? 0;
    const nextIn = pool.findIndex((_, at) => !here.has(pool[(turnNow + at) % pool.length]?.person.key ?? ''));
    const chart = pool[(turnNow + nextIn) % pool.length];
    if (nextIn < 0 || !chart) break;
    turn.set(team, turnNow + nextIn + 1);
    here.add(chart.person.key);
    const at = turnNow + nextIn + times.indexOf(time);
    const insured = chart.insurances.length > 0;
    const denied = chart.payer === 'neverPay';
    const { stage, money } = stageOn(day, time, { at, insured, assistant: provider.supervisor !== undefined });
    planned.push({
      chart,
      provider,
      day: day.date,
      time,
      stage: denied && stage === 'closed' ? 'submitted' : stage,
      money: denied && money === 'paid' ? 'denied' : money,
    });
  }
  return planned.map((each) => ({ ...each, name: `${spec.site} ${each.day} ${each.time} ${provider.key}` }));
}

/** Whose course is told from further back, by site: with six signed visits of a flowsheet. */
const longCourses: Readonly<Record<string, { patient: string; provider: string; time: string }>> = {
  demo: { patient: 'gus', provider: 'maya', time: '10:00' },
};

/** Four visits in the week before the two, closed and paid: months are closed only after that. */
function earlierCourse({ spec, charts }: Filling, today: string): Planned[] {
  const course = longCourses[spec.site];
  const chart = charts.find(({ person }) => person.key === course?.patient);
  const provider = spec.providers.find(({ key }) => key === course?.provider);
  if (!course || !chart || !provider) return [];
  const days = Array.from({ length: 7 }, (_, at) => addDays(today, at - 14)).filter(isWeekday);
  return days.slice(0, 4).map((day, at): Planned => {
    const name = `${spec.site} ${course.patient} earlier ${at}`;
    return { chart, provider, day, name, time: course.time, stage: 'closed', money: 'paid' };
  });
}

/** Two weeks of visits around today, and what one course had before them, in order of their start. */
export function makeSchedule(spec: ClinicSpec, charts: Chart[], today: string, chance: Chance): Appointment[] {
  const withCase = charts.filter((chart): chart is ChartWithCase => chart.case !== null && chart.provider !== null);
  const filling: Filling = { spec, charts: withCase, turn: new Map(), chance };
  const seen = new Set<string>();
  const planned = demoDays(today).flatMap((day, at) => {
    const onDay = storiesOn(filling, day, at);
    for (const provider of spec.providers) onDay.push(...fillersOn(filling, day, provider, onDay));
    return onDay.toSorted((a, b) => a.time.localeCompare(b.time));
  });
  return [...earlierCourse(filling, today), ...planned].map((one) => {
    const { chart, provider } = one;
    const first = !seen.has(chart.person.key);
    seen.add(chart.person.key);
    const isEval = first && !isAssistant(provider.Type) && withCase.indexOf(chart) % 7 === 3 && !one.intake;
    if (isEval) Object.assign(chart.case, { StartDate: one.day, PlanOfCareEnd: addDays(one.day, 89) });
    const cosigned = one.cosigned ?? ['billing', 'submitted', 'closed'].includes(one.stage);
    return { ...one, isEval, cosigned, visit: visitRow(spec, one, isEval) };
  });
}
