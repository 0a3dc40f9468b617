import type { Payer } from '../address-book/payer.ts';
import type { PayerRules } from '../address-book/payer-rules.ts';
import type { Cents } from '../base/money.ts';
import type { Authorization } from '../cases/authorization.ts';
import type { Case } from '../cases/case.ts';
import type { Script } from '../cases/script.ts';
import type { NoteType } from '../documentation/note-types.ts';
import type { Insurance } from '../patients/insurance.ts';
import type { Discipline } from '../providers/provider.ts';
import type { Visit } from '../visits/visit.ts';
import type { CarriedIn } from './carried-in.ts';
import type { LawFigure } from './laws.ts';

export type ClockRules = Pick<
  PayerRules,
  'ScriptRequired' | 'AuthorizationRequired' | 'CertificationPeriodDays' | 'ProgressNoteVisits'
>;

/** A payer of the case with its policy and its rules of today; a rule a device does not have is missing. */
export type ClockPayer = Pick<Payer, 'PayerId' | 'Name' | 'Kind' | 'TimelyFilingDays' | 'DatedRules'> &
  Pick<Insurance, 'InsuranceId'> & { rules: Partial<ClockRules> };

/** A row of the plan of care. Days are those of the clinic; the stamps are null until they happened. */
export type ClockPlan = {
  PlanOfCareId: string;
  From: string;
  /** The last day it states; null where it states none. */
  To: string | null;
  sentOn: string | null;
  signedOn: string | null;
  verbalOn: string | null;
  /** The last day the referrer allows, where that is earlier. */
  limitedTo: string | null;
  /** Why the certification is late. */
  DelayReason: string | null;
  NoteId: string | null;
  /** False where the note it was written in may be hidden from who asks: whether that is signed is not known then. */
  isNoteSeen: boolean;
  /** When the therapist signed the note the plan was written in. */
  signedNoteOn: string | null;
};

export type ClockNote = {
  NoteId: string;
  VisitId: string | null;
  NoteType: NoteType;
  AlsoTypes: readonly NoteType[];
  NoteDate: string;
  signedOn: string | null;
  isByAssistant: boolean;
  ProviderId: string;
};

export type BookedVisit = Pick<Visit, 'VisitId' | 'Start' | 'stage'>;

/** A visit that took place, or was to. */
export type ClockVisit = BookedVisit & {
  /** Of who treated: a stand-in of another discipline counts for that one. */
  Discipline: Discipline;
  isSigned: boolean;
  Units: number;
  /** Whether a therapist took part; null where nobody recorded who treated. */
  byTherapist: boolean | null;
};

/** Everything the clocks of one case are told from. */
export type ComplianceFacts = {
  today: string;
  case: Pick<Case, 'CaseId' | 'DischargedAt'>;
  discipline: Discipline;
  /** Primary first; empty where the patient pays, null where a row is missing. */
  payers: readonly ClockPayer[] | null;
  plans: readonly ClockPlan[];
  notes: readonly ClockNote[];
  visits: readonly ClockVisit[];
  /** Whether whoever asks sees visits of some providers or facilities alone, so that counts of visits and days are too low. */
  areVisitsPartial: boolean;
  booked: readonly BookedVisit[];
  scripts: readonly Pick<Script, 'ScriptId' | 'ReferringProviderId' | 'Start' | 'End' | 'Visits'>[];
  authorizations: readonly Pick<
    Authorization,
    'AuthorizationId' | 'InsuranceId' | 'Kind' | 'Allowed' | 'Status' | 'Start' | 'End' | 'CountRule' | 'Number'
  >[];
  /** Allowed cents of the patient's bucket this year, `carriedIn` included (money 2); null until money counts them. */
  thresholdCents: Cents | null;
  carriedIn: CarriedIn | null;
  /** The first date of the condition's treatment as a chiropractor wrote it; null where it was not asked. */
  initialTreatmentOn: string | null;
  laws: readonly LawFigure[];
};
