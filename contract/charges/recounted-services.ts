import type { Visit } from '../visits/visit.ts';
import { recordedServices } from './recorded-services.ts';
import type { Service } from './service.ts';

type Counted = Omit<Parameters<typeof recordedServices>[0], 'entries'>;

/**
 * Recorded services as the rules of the visit's day make them now, in their order: rules that hold from the past may
 * be corrected after charges were recorded. Those of a billed visit are history and stay.
 */
export function recountedServices({
  visit,
  services,
  ...rules
}: Counted & { services: readonly Service[] }): Service[] {
  const inOrder = services.toSorted((a, b) => a.SortOrder - b.SortOrder || a.ServiceId.localeCompare(b.ServiceId));
  if (isBilled(visit)) return inOrder;
  const now = recordedServices({ visit, entries: inOrder, ...rules });
  return inOrder.map((service, at) => ({ ...service, ...now[at] }));
}

/** Services as they were recorded, as they are billed now, and why they cannot be billed, or null. */
export type Recount = { recorded: Service[]; now: Service[]; refusal: string | null };

export function isBilled({ stage }: Pick<Visit, 'stage'>): boolean {
  return stage === 'submitted' || stage === 'closed';
}

/** Whether any service would be billed otherwise than it was recorded. */
export function isBilledOtherwise(recorded: readonly Service[], now: readonly Service[]): boolean {
  return now.some((service) => {
    const before = recorded.find((each) => each.ServiceId === service.ServiceId);
    return (
      !before ||
      before.Units !== service.Units ||
      before.Modifiers.join(' ') !== service.Modifiers.join(' ') ||
      before.AssistantUnits !== service.AssistantUnits
    );
  });
}
