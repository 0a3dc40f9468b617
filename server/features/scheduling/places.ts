import { wallTimeIn } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import { facilityName } from '#contract/facilities/facility.ts';
import { providerName } from '#contract/providers/provider.ts';
import { timesRefusal } from '#contract/scheduling/times.ts';
import type { Ctx } from '#server/kit/context.ts';
import { facilitiesNamed, providersNamed } from './rows.ts';

export type Place = {
  FacilityId: string;
  ProviderId: string;
  VisitTypeName: string;
  Start: string;
  End: string;
  RoomId?: string | null;
  PlaceOfService?: string;
};

function refuse(field: string, sentence: string): never {
  fail('invalid', `${sentence} Nothing was booked.`, { fields: { [field]: sentence } });
}

/**
 * Whether something can be booked there at all, whatever else is: a time that can be, a facility that is in use and a
 * provider who is at work, both seen by the caller, and a type and room of the facility. `before`: what of it stood so
 * already is not asked about anew.
 */
export async function assertPlace(
  { tx, caller, now }: Ctx,
  place: Place,
  of: { isNonPatient: boolean; before?: Place },
): Promise<Facility> {
  const { before } = of;
  const [facility] = await facilitiesNamed(tx, [place.FacilityId]);
  const [provider] = await providersNamed(tx, [place.ProviderId]);
  if (!facility || !sees(caller.facilityIds, place.FacilityId)) refuse('FacilityId', 'This facility was not found.');
  if (!provider || !sees(caller.providerIds, place.ProviderId)) refuse('ProviderId', 'This provider was not found.');
  if (before?.Start !== place.Start || before.End !== place.End) {
    const today = wallTimeIn(facility.TimeZone, now).slice(0, 10);
    const refusal = timesRefusal(place, today);
    if (refusal) refuse(refusal.field, refusal.sentence);
    await assertOpenDay(tx, place.Start.slice(0, 10));
  }
  if (before?.FacilityId !== place.FacilityId && facility.Inactive)
    refuse('FacilityId', `${facilityName(facility)} no longer takes visits.`);
  if (before?.ProviderId !== place.ProviderId && (provider.Inactive || provider.pending))
    refuse('ProviderId', `${providerName(provider)} doesn’t take visits.`);
  assertOfFacility(facility, place, of);
  return facility;
}

function sees(ids: readonly string[] | null, id: string): boolean {
  return ids === null || ids.includes(id);
}

function assertOfFacility(
  facility: Facility,
  place: Place,
  { isNonPatient, before }: { isNonPatient: boolean; before?: Place },
): void {
  const isNew = (key: keyof Place) => before?.FacilityId !== place.FacilityId || before[key] !== place[key];
  const { VisitTypeName, RoomId, PlaceOfService } = place;
  const isOffered = facility.visit_types.some(
    (type) => type.Name === VisitTypeName && type.deleted_at === null && type.IsNonPatientVisit === isNonPatient,
  );
  if (isNew('VisitTypeName') && !isOffered)
    refuse('VisitTypeName', `${facilityName(facility)} has no visit type “${VisitTypeName}”.`);
  const hasRoom =
    RoomId === undefined || RoomId === null || facility.rooms.some((room) => room.RoomId === RoomId && !room.Inactive);
  if (isNew('RoomId') && !hasRoom) refuse('RoomId', `${facilityName(facility)} doesn’t have this room.`);
  const isPlace = PlaceOfService === undefined || facility.PlacesOfService.some((one) => one === PlaceOfService);
  if (isNew('PlaceOfService') && !isPlace)
    refuse('PlaceOfService', `${facilityName(facility)} doesn’t offer this place of service.`);
}

/** spec 5: nothing is dated into a closed period. */
async function assertOpenDay(tx: Ctx['tx'], day: string): Promise<void> {
  const site = await tx.maybe<{ closed: string | null }>(
    `select "closedBillingPeriodEnd"::text as closed from sites where site = app_site()`,
  );
  if (site?.closed && day <= site.closed) refuse('Start', closedSentence);
}

const closedSentence = 'You cannot select dates inside a period that has been closed.';
