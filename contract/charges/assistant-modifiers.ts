import { counted } from '../base/nouns.ts';
import { lawsOn } from '../compliance/laws.ts';
import { isAssistant, type Provider } from '../providers/provider.ts';
import { billableMinutes, togetherMinutes, type PerformedPart } from './performed.ts';
import type { Service } from './service.ts';
import { unitMinutes } from './timed.ts';
import type { CodeUnits } from './units-reason.ts';

export type PerformedService = Pick<Service, 'CPT_Code' | 'Minutes' | 'ProviderId'> & {
  /** Null where nobody split it: then all of it is the service's provider's. */
  Performed: readonly PerformedPart[] | null;
};

/** The units of one code that carry CQ or CO, and those that do not; each part is a claim line of its own. */
export type AssistantUnits = {
  CPT_Code: string;
  Modifier: 'CQ' | 'CO' | null;
  withModifier: number;
  without: number;
};

/** A code that something is asked about is not in `value`. */
export type AssistantModifiers = { value: AssistantUnits[]; why: string[]; asks: string[] };

type Minutes = { therapist: number; assistant: number };
type Split = { withModifier: number; why: string };

/** An eighth minute makes a unit the therapist's. */
const leastOfUnit = 8;

/**
 * Units with and without CQ or CO (domain 6.2, steps 1 to 4). `units` are those of `explainUnits` by the payer's
 * method, so that untimed codes are told by their missing minutes.
 */
export function assistantModifiers(of: {
  /** Day of service. */
  day: string;
  services: readonly PerformedService[];
  units: readonly CodeUnits[];
  providers: readonly Pick<Provider, 'ProviderId' | 'Type'>[];
}): AssistantModifiers {
  const percent = lawsOn(of.day).assistantPercent?.value ?? null;
  const result: AssistantModifiers = { value: [], why: [], asks: [] };
  for (const code of of.units) {
    const services = of.services.filter(({ CPT_Code }) => CPT_Code === code.CPT_Code);
    const ask = percent === null ? null : askAbout(code, services, of.providers);
    if (ask) {
      result.asks.push(ask);
      continue;
    }
    const { CPT_Code, units } = code;
    const modifier = modifierOf(services, of.providers);
    const split = percent === null || modifier === null ? null : splitUnits(code, services, of.providers, percent);
    const withModifier = split?.withModifier ?? 0;
    result.value.push({
      CPT_Code,
      Modifier: withModifier > 0 ? modifier : null,
      withModifier,
      without: units - withModifier,
    });
    if (split) result.why.push(`${CPT_Code}: ${split.why}`);
  }
  return result;
}

type Known = readonly Pick<Provider, 'ProviderId' | 'Type'>[];

function partsOf({ Performed, ProviderId, Minutes }: PerformedService): readonly PerformedPart[] {
  return Performed ?? [{ ProviderId, Minutes: Minutes ?? 0, Together: false }];
}

function typesIn(services: readonly PerformedService[], providers: Known) {
  const ids = services.flatMap((service) => partsOf(service).map(({ ProviderId }) => ProviderId));
  return ids.filter((id) => id !== null).map((id) => providers.find((one) => one.ProviderId === id)?.Type ?? null);
}

function askAbout({ CPT_Code, units }: CodeUnits, services: readonly PerformedService[], providers: Known) {
  const types = typesIn(services, providers);
  if (units === 0) return null;
  if (types.length === 0 || types.includes(null)) return `Who gave ${CPT_Code}?`;
  if (types.includes('PTA') && types.includes('OTA')) return `Which assistant gave ${CPT_Code}: PTA or OTA?`;
  const differs = services.some(
    ({ Performed, Minutes }) => Performed !== null && Minutes !== null && billableMinutes(Performed) !== Minutes,
  );
  if (differs) return `The minutes of ${CPT_Code} differ from those of the people who gave it. Which are right?`;
  const isMixed = new Set(types.map((type) => type !== null && isAssistant(type))).size > 1;
  const { therapist, assistant } = minutesOf(services, providers);
  return isMixed && therapist + assistant === 0 ? `How long did each person give ${CPT_Code}?` : null;
}

function modifierOf(services: readonly PerformedService[], providers: Known): 'CQ' | 'CO' | null {
  const types = typesIn(services, providers);
  if (types.includes('PTA')) return 'CQ';
  return types.includes('OTA') ? 'CO' : null;
}

/**
 * Minutes together are the therapist's where one takes part: named among those together, or as the visit's provider, who
 * needs no row of their own. Assistants' are those alone or with another assistant.
 */
function minutesOf(services: readonly PerformedService[], providers: Known): Minutes {
  const minutes = { therapist: 0, assistant: 0 };
  const sideOf = (id: string | null): keyof Minutes => {
    const type = providers.find((one) => one.ProviderId === id)?.Type;
    return type && isAssistant(type) ? 'assistant' : 'therapist';
  };
  for (const service of services) {
    const parts = partsOf(service).filter(({ ProviderId }) => ProviderId !== null);
    const together = parts.filter(({ Together }) => Together);
    const sides = [service.ProviderId, ...together.map(({ ProviderId }) => ProviderId)].map(sideOf);
    minutes[sides.includes('therapist') ? 'therapist' : 'assistant'] += togetherMinutes(together);
    for (const { ProviderId, Minutes } of parts.filter(({ Together }) => !Together))
      minutes[sideOf(ProviderId)] += Minutes;
  }
  return minutes;
}

function splitUnits(code: CodeUnits, services: readonly PerformedService[], providers: Known, percent: number): Split {
  const minutes = minutesOf(services, providers);
  return code.minutes === null ? splitUntimed(code.units, minutes, percent) : splitTimed(code.units, minutes, percent);
}

function splitUntimed(units: number, minutes: Minutes, percent: number): Split {
  const { therapist, assistant } = minutes;
  // Without minutes only an assistant gave it, else it was asked about.
  const isAssistants = therapist + assistant === 0 || isOver(minutes, percent);
  const why = `the assistant gave ${assistant} of ${therapist + assistant} minutes without the therapist.`;
  return { withModifier: isAssistants ? units : 0, why };
}

function splitTimed(units: number, { therapist, assistant }: Minutes, percent: number): Split {
  const blocks = Math.min(units, Math.floor(assistant / unitMinutes));
  const therapistBlocks = Math.min(units - blocks, Math.floor(therapist / unitMinutes));
  const left = units - blocks - therapistBlocks;
  const rest = { therapist: therapist % unitMinutes, assistant: assistant % unitMinutes };
  const full = `the therapist has ${counted(therapistBlocks, 'full block')}, the assistant ${blocks}.`;
  if (left === 0) return { withModifier: blocks, why: full };
  // Eight minutes of the therapist take one unit; the assistant takes the others where their share is over the limit.
  // So of two units left, with 9 to 14 minutes of each, each has one (step 4).
  const toSplit = left - (rest.therapist >= leastOfUnit ? 1 : 0);
  const withModifier = isOver(rest, percent) ? toSplit : 0;
  const minutes = `therapist ${rest.therapist}, assistant ${rest.assistant}`;
  return {
    withModifier: blocks + withModifier,
    why: `${full} Minutes of the other ${counted(left, 'unit')}: ${minutes}.`,
  };
}

function isOver({ therapist, assistant }: Minutes, percent: number): boolean {
  return assistant * 100 > percent * (therapist + assistant);
}
