import { chartRulesOn } from '../address-book/chart-rules.ts';
import type { Payer } from '../address-book/payer.ts';
import { isRealDate } from '../base/dates.ts';
import type { Authorization } from '../cases/authorization.ts';
import type { Case } from '../cases/case.ts';
import type { PlanOfCare } from '../cases/plan-of-care-row.ts';
import type { PlanStamp } from '../cases/plan-stamp.ts';
import { stampedDays } from '../cases/plan-stamps.ts';
import type { Script } from '../cases/script.ts';
import type { Service } from '../charges/service.ts';
import { firstTreatmentElement } from '../documentation/part-specs.ts';
import type { VisitNote } from '../documentation/visit-note.ts';
import type { Facility } from '../facilities/facility.ts';
import type { Insurance } from '../patients/insurance.ts';
import { disciplineOf, isAssistant, type Provider } from '../providers/provider.ts';
import type { Visit } from '../visits/visit.ts';
import type { ClockNote, ClockPayer, ClockPlan, ClockVisit, ComplianceFacts } from './facts.ts';
import { lawFigures } from './laws.ts';
import { areVisitsPartial, type RowScope } from './partial-visits.ts';

/** The rows of a case as a device or the server has them; `providers` and `payers` may be more than those of the case. */
export type CaseRows = {
  case: Case;
  insurances: readonly Insurance[];
  payers: readonly Payer[];
  plans: readonly PlanOfCare[];
  stamps: readonly PlanStamp[];
  notes: readonly VisitNote[];
  visits: readonly Visit[];
  sees: RowScope;
  /** All of the site. */
  facilities: readonly Pick<Facility, 'FacilityId'>[];
  services: readonly (Pick<Service, 'VisitId' | 'Units'> & Partial<Pick<Service, 'Performed'>>)[];
  providers: readonly Provider[];
  scripts: readonly Script[];
  authorizations: readonly Authorization[];
};

/** What the clocks of a case are told from, out of its rows. Days are those of the clinic. */
export function factsOfCase(rows: CaseRows, today: string): ComplianceFacts {
  const { case: of, scripts, authorizations } = rows;
  const byId = new Map(rows.providers.map((one) => [String(one.ProviderId), one]));
  const notes = new Map(rows.notes.map((note) => [String(note.NoteId), note]));
  const services = Map.groupBy(rows.services, ({ VisitId }) => String(VisitId));
  return {
    today,
    case: of,
    discipline: of.Discipline,
    payers: payersOf(rows, today),
    plans: rows.plans.map((plan) => planOf(plan, rows, notes)),
    notes: rows.notes.map((note) => noteOf(note, byId)),
    visits: rows.visits.map((visit) => visitOf(visit, { case: of, notes, services, providers: byId })),
    areVisitsPartial: areVisitsPartial(rows),
    // They stand among the visits, by their stage.
    booked: [],
    scripts,
    authorizations,
    // Money counts them.
    thresholdCents: null,
    carriedIn: null,
    initialTreatmentOn: initialTreatmentOf(rows.notes),
    laws: lawFigures,
  };
}

/** Payers of the case, primary first; null where the row of one is missing. */
function payersOf({ case: { InsuranceIds }, insurances, payers }: CaseRows, today: string): ClockPayer[] | null {
  const found = InsuranceIds.flatMap((id): ClockPayer[] => {
    const insurance = insurances.find(({ InsuranceId }) => InsuranceId === id);
    const payer = payers.find(({ PayerId }) => PayerId === insurance?.PayerId);
    return insurance && payer
      ? [{ ...payer, InsuranceId: insurance.InsuranceId, rules: chartRulesOn(payer, today) }]
      : [];
  });
  return found.length === InsuranceIds.length ? found : null;
}

/** Rows by their ids: years of visits are looked up in them. */
type ById<Row> = ReadonlyMap<string, Row>;

function planOf(plan: PlanOfCare, rows: CaseRows, notes: ById<VisitNote>): ClockPlan {
  const { PlanOfCareId, From, To, WrittenInNoteId } = plan;
  const note = notes.get(WrittenInNoteId ?? '');
  const own = rows.stamps.filter((stamp) => stamp.PlanOfCareId === PlanOfCareId);
  // One that was written beside no note is the therapist's as it stands.
  const signedNoteOn = WrittenInNoteId === null ? From : note?.signedAt ? note.NoteDate : null;
  const isNoteSeen = WrittenInNoteId === null || note !== undefined || !areVisitsPartial(rows);
  return { PlanOfCareId, From, To, ...stampedDays(own), NoteId: WrittenInNoteId, isNoteSeen, signedNoteOn };
}

function noteOf(note: VisitNote, providers: ById<Provider>): ClockNote {
  const { NoteId, VisitId, NoteType, AlsoTypes, NoteDate } = note;
  const ProviderId = note.signedByProviderId ?? note.ProviderId ?? '';
  const by = providers.get(ProviderId);
  const isByAssistant = by !== undefined && isAssistant(by.Type);
  const signedOn = note.signedAt === null ? null : NoteDate;
  return { NoteId, VisitId, NoteType, AlsoTypes, NoteDate, signedOn, isByAssistant, ProviderId };
}

type VisitGround = {
  case: Case;
  notes: ById<VisitNote>;
  services: ById<CaseRows['services']>;
  providers: ById<Provider>;
};

function visitOf(visit: Visit, { case: of, notes, services, providers }: VisitGround): ClockVisit {
  const { VisitId, Start, stage, ProviderId } = visit;
  const treats = providers.get(ProviderId);
  const signedAt = notes.get(VisitId)?.signedAt ?? null;
  const own = services.get(VisitId) ?? [];
  return {
    VisitId,
    Start,
    stage,
    Discipline: treats ? disciplineOf(treats.Type) : of.Discipline,
    isSigned: signedAt !== null,
    Units: own.reduce((sum, { Units }) => sum + Units, 0),
    byTherapist: hasTherapist(performersOf(own, ProviderId).map((id) => providers.get(id))),
  };
}

type Given = Partial<Pick<Service, 'Performed'>>;

/** Who gave the services of a visit: its provider, where nobody else is recorded. An aide is nobody. */
function performersOf(services: readonly Given[], ProviderId: string): string[] {
  if (services.length === 0) return [ProviderId];
  return services.flatMap(({ Performed }) =>
    Performed
      ? Performed.flatMap(({ ProviderId: id, Minutes }) => (id !== null && Minutes > 0 ? [String(id)] : []))
      : [ProviderId],
  );
}

/** Whether a therapist is among them; null where that hangs on one who is not known here. */
function hasTherapist(performers: readonly (Provider | undefined)[]): boolean | null {
  if (performers.some((one) => one && !isAssistant(one.Type))) return true;
  return performers.includes(undefined) ? null : false;
}

/** The first date of treatment as the latest note that has one says it. */
function initialTreatmentOf(notes: readonly VisitNote[]): string | null {
  const told = notes.flatMap(({ NoteDate, NoteId, Elements }) => {
    const on = Elements[firstTreatmentElement];
    return on && isRealDate(on) ? [{ on, at: `${NoteDate} ${NoteId}` }] : [];
  });
  return told.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1)?.on ?? null;
}
