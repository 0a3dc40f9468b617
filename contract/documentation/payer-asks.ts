import { chartRulesOn } from '../address-book/chart-rules.ts';
import type { Payer } from '../address-book/payer.ts';
import { billedFirst, isMedicare } from '../cases/payers-of-case.ts';
import { minutesBetween } from '../base/dates.ts';
import type { Service } from '../charges/service.ts';
import type { Discipline } from '../providers/provider.ts';
import { isAnswered, type ElementSpec } from './part-specs.ts';
import type { NoteRow } from './note-field.ts';
import { recordedMinutes } from './recorded-minutes.ts';
import type { Visit } from '../visits/visit.ts';

/** What who is billed asks of a note beside what its kind asks (chart.md 3, domain.md 3.9). */
export type PayerAsks = {
  /** The minutes of the whole visit, timed or not (CMS ch. 15 §220.3 E). */
  treatmentMinutes: boolean;
  /** What the complexity of an evaluation rests on. */
  complexity: boolean;
  /** The booked minutes that those recorded must not exceed; null where that is a warning only (note-warnings.ts). */
  visitMinutes: number | null;
};

export const nothingAsked: PayerAsks = { treatmentMinutes: false, complexity: false, visitMinutes: null };

type Asked = { day: string; discipline: Discipline; visit: Pick<Visit, 'Start' | 'End'> | null };

/** What a case's payers, primary first, ask of a note of a day, and of its visit. */
export function payerAsks(
  payers: readonly Pick<Payer, 'Kind' | 'DatedRules'>[],
  { day, discipline, visit }: Asked,
): PayerAsks {
  const billed = billedFirst(payers);
  const rules = billed ? chartRulesOn(billed, day) : {};
  return {
    // Adjustments of a chiropractor have regions, not minutes.
    treatmentMinutes: isMedicare(payers) && discipline !== 'DC',
    complexity: rules.ComplexityElementsRequired === true,
    visitMinutes: visit && rules.VisitTimeRequired === true ? minutesBetween(visit.Start, visit.End) : null,
  };
}

type Billed = Pick<Service, 'CPT_Code' | 'Minutes' | 'Count'>;
type Written = Pick<NoteRow, 'NoteType' | 'AlsoTypes' | 'Elements'> & Partial<Pick<NoteRow, 'TreatmentMinutes'>>;

/** The components of an evaluation code: of 97161 to 97163 four, of 97165 to 97167 three (AMA CPT, 2017). */
const components: Readonly<Record<string, readonly string[]>> = {
  '9716[123]': ['complexityHistory', 'complexityExam', 'complexityPresentation', 'complexityDecision'],
  '9716[567]': ['complexityHistory', 'complexityExam', 'complexityDecision'],
};

/** The elements that a billed evaluation code rests on, with that code, where who is billed asks for them. */
export function askedElements(
  note: Pick<Written, 'NoteType' | 'AlsoTypes'>,
  services: readonly Pick<Billed, 'CPT_Code'>[],
  asks: PayerAsks,
): { key: string; code: string }[] {
  if (!asks.complexity || ![note.NoteType, ...note.AlsoTypes].includes('eval')) return [];
  return services.flatMap(({ CPT_Code: code }) => {
    const found = Object.entries(components).find(([codes]) => new RegExp(`^${codes}$`).test(code));
    return (found?.[1] ?? []).map((key) => ({ key, code }));
  });
}

/** What a note lacks of what who is billed asks, a sentence each. */
export function asksMissing(
  note: Written,
  services: readonly Billed[],
  { elements, asks }: { elements: readonly ElementSpec[]; asks: PayerAsks },
): string[] {
  const sentences = askedElements(note, services, asks).flatMap(({ key, code }) => {
    const spec = elements.find((one) => one.key === key);
    return spec && !isAnswered(spec, note.Elements[key]) ? [`${spec.label} is missing. ${code} requires it.`] : [];
  });
  return [...new Set(sentences), ...minutesMissing(note, services, asks), ...beyondVisit(note, services, asks)];
}

function beyondVisit(note: Written, services: readonly Billed[], { visitMinutes }: PayerAsks): string[] {
  const minutes = recordedMinutes(note, services);
  if (visitMinutes === null || minutes <= visitMinutes) return [];
  return [
    `${minutes} minutes are recorded, and the visit was booked for ${visitMinutes}. This payer requires the visit time. Correct the minutes or the time of the visit.`,
  ];
}

/** Where each service has its minutes, they add up to the whole; a service without any leaves it open, and took some. */
function minutesMissing(note: Written, services: readonly Billed[], { treatmentMinutes }: PayerAsks): string[] {
  const isTold = (note.TreatmentMinutes ?? 0) > 0;
  const isOpen = services.some(({ Count, Minutes }) => Count !== null && !Minutes);
  return treatmentMinutes && !isTold && isOpen
    ? ['Treatment minutes are missing. Enter the minutes of the whole visit.']
    : [];
}
