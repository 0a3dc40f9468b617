import type { Payer } from '../address-book/payer.ts';
import type { ProviderId } from '../base/ids.ts';
import { holds } from '../base/permissions.ts';
import { disciplineOf, type Provider } from '../providers/provider.ts';
import type { Visit } from '../visits/visit.ts';
import { assistantModifiers, type AssistantModifiers } from './assistant-modifiers.ts';
import { lineModifiers, ownModifier } from './modifiers.ts';
import { billableMinutes } from './performed.ts';
import { mostServices, type CptDescription, type Service, type ServiceEntry } from './service.ts';
import { isTimed } from './timed.ts';
import { billableUnits, explainUnits } from './units.ts';

export type RecordedService = Omit<Service, 'updated_at' | 'charge'>;

/** The services of a visit as the rules make them from what the clinician entered; CMS total time where nobody pays. */
export function recordedServices(from: {
  visit: Visit;
  entries: readonly ServiceEntry[];
  codes: readonly CptDescription[];
  provider: Pick<Provider, 'ProviderId' | 'Type'>;
  /** Others who gave some of it; the visit's provider may be among them. */
  performers?: readonly Pick<Provider, 'ProviderId' | 'Type'>[];
  payer: Payer | null;
}): RecordedService[] {
  const { visit, entries, codes, provider, payer } = from;
  const { units } = billableUnits(entries, codes, payer?.UnitMethod ?? 'cms');
  const shares = assistantShares(from);
  return entries.map((entry, SortOrder) => {
    const { ServiceId, CPT_Code, Minutes } = entry;
    const code = codes.find((each) => each.CPT_Code === CPT_Code);
    const Units = units[ServiceId] ?? 0;
    const share = shares.value.find((each) => each.CPT_Code === CPT_Code);
    const withModifier = Math.min(Units, share?.withModifier ?? 0);
    return {
      ServiceId,
      VisitId: visit.VisitId,
      CaseId: visit.CaseId,
      PatientId: visit.PatientId,
      FacilityId: visit.FacilityId,
      SortOrder,
      CPT_Code,
      Minutes,
      Count: recordedCount(entry, codes),
      Units,
      Modifiers: lineModifiers({
        discipline: disciplineOf(provider.Type),
        // A line without a unit is not billed; it reads as what its provider alone gives.
        assistant: share && Units > 0 ? (withModifier > 0 ? share.Modifier : null) : ownModifier(provider.Type),
        payer,
        code: { alwaysTherapy: code?.alwaysTherapy ?? false },
      }),
      AssistantUnits:
        withModifier > 0 && withModifier < Units && payer?.AssistantModifierRequired ? withModifier : null,
      Performed: entry.Performed && entry.Performed.length > 0 ? entry.Performed : null,
      ProviderId: provider.ProviderId,
    };
  });
}

/** CQ or CO by the share of assistants (domain 6.2), and what has to be asked before that is known. */
export function assistantShares({
  visit,
  entries,
  codes,
  provider,
  performers = [],
  payer,
}: Parameters<typeof recordedServices>[0]): AssistantModifiers {
  const { perCode } = explainUnits(entries, codes)[payer?.UnitMethod ?? 'cms'];
  const services = entries.map(({ CPT_Code, Minutes, Performed }) => ({
    CPT_Code,
    Minutes,
    ProviderId: provider.ProviderId,
    Performed: Performed && Performed.length > 0 ? Performed : null,
  }));
  const day = visit.Start.slice(0, 10);
  return assistantModifiers({ day, services, units: perCode, providers: [provider, ...performers] });
}

/** What has to be answered before a visit is signed: whose units carry CQ or CO, where the payer wants to know. */
export function openAsks(from: Parameters<typeof recordedServices>[0]): string[] {
  return from.payer?.AssistantModifierRequired ? assistantShares(from).asks : [];
}

/** Everyone named as having given some of these services. */
export function performersIn(entries: readonly Pick<ServiceEntry, 'Performed'>[]): ProviderId[] {
  const ids = entries.flatMap(({ Performed }) => (Performed ?? []).flatMap(({ ProviderId: id }) => id ?? []));
  return [...new Set(ids)];
}

/** A timed service has no count; an untimed one counts once unless told. */
export function recordedCount(
  { CPT_Code, Count }: Pick<ServiceEntry, 'CPT_Code' | 'Count'>,
  codes: readonly CptDescription[],
): number | null {
  return isTimed(CPT_Code, codes) ? null : (Count ?? 1);
}

/** Why this user may not change the charges of a visit in this stage, or null. */
export function chargesPermissionRefusal(stage: Visit['stage'], can: readonly string[]): string | null {
  if (!holds(can, 'record charges')) return 'You do not have permission to record charges.';
  if (stage !== 'billing' || holds(can, 'access billing')) return null;
  return 'This visit is already in billing. Ask your biller to change its charges or return the visit.';
}

/** Why these lines cannot be recorded on a visit in this stage, or null. Charges of a billed visit are history. */
export function chargesRefusal(
  stage: Visit['stage'],
  entries: readonly ServiceEntry[],
  codes: readonly CptDescription[],
): string | null {
  if (stage === 'submitted' || stage === 'closed') {
    return 'This visit is already billed, so its charges can’t change. Move it back to To bill to change them.';
  }
  if (stage !== 'inProgress' && stage !== 'review' && stage !== 'billing') {
    return 'You can record charges once the visit has started.';
  }
  if (entries.length > mostServices) return `A visit has at most ${mostServices} services. Nothing was changed.`;
  const ids = new Set(entries.map((entry) => entry.ServiceId));
  if (ids.size < entries.length) return 'Two lines have the same id. Nothing was changed.';
  const uneven = entries.find(
    ({ Minutes, Performed }) =>
      Performed && Performed.length > 0 && Minutes !== null && billableMinutes(Performed) !== Minutes,
  );
  if (uneven)
    return `The minutes of ${uneven.CPT_Code} differ from those of the people who gave it. Nothing was changed.`;
  const unknown = entries.find((entry) => !codes.some((code) => code.CPT_Code === entry.CPT_Code));
  return unknown ? `${unknown.CPT_Code} is not in this clinic's code list. Choose a code from the list.` : null;
}
