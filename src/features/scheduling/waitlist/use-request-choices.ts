import { takesPlace } from '#contract/visits/stage.ts';
import type { VisitRequest } from '#contract/scheduling/visit-request.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import { disciplineOf, type Provider } from '#contract/providers/provider.ts';
import { casesOfPatient, visitsOfCase } from '#local/reads/cases.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { isOffered } from '../series/series-choices.ts';
import { gridAfter } from './grid-choice.ts';
import type { TypedRequest } from './request-form.ts';

type Given = {
  /** Null for a new one. */
  request: VisitRequest | null;
  facilities: readonly Facility[];
  providers: readonly Provider[];
};

export type RequestChoices = ReturnType<typeof useRequestChoices>;

/** The choices for a waitlist request, and which of them are chosen. */
export function useRequestChoices(typed: TypedRequest, { request, facilities, providers }: Given, today: string) {
  const cases = useLiveValue(async () => (typed.PatientId ? casesOfPatient(typed.PatientId) : []), [typed.PatientId]);
  const episode = cases?.find((one) => one.CaseId === typed.CaseId);
  const visits = useLiveValue(async () => (episode ? visitsOfCase(episode.CaseId) : []), [episode?.CaseId]) ?? [];
  const later = visits.filter(
    (visit) => takesPlace(visit) && ['scheduled', 'confirmed'].includes(visit.stage) && visit.Start > today,
  );
  const facility = facilities.find((one) => one.FacilityId === (typed.FacilityId ?? episode?.FacilityId));
  const types = (facility?.visit_types ?? []).filter(isOffered);
  const type = types.find(({ Name }) => Name === typed.VisitTypeName);
  const treating = providers.filter(
    (one) =>
      (!episode || disciplineOf(one.Type) === episode.Discipline) &&
      (!facility || one.FacilityIds.includes(facility.FacilityId)),
  );
  const treatingIds = treating.map((one) => one.ProviderId);
  const laterIds = later.map((one) => one.VisitId);
  return {
    episode,
    visits,
    later,
    facility,
    types,
    type,
    treating,
    CaseId: episode?.CaseId ?? request?.CaseId,
    ProviderId: keptOrOffered(typed.ProviderId, request?.ProviderId, treatingIds),
    VisitId: keptOrOffered(typed.VisitId, request?.VisitId, laterIds),
    minutes: typed.Minutes === '' ? type?.Minutes : typed.Minutes,
    grid: gridAfter(request?.grid, typed.cells),
  };
}

/** A choice of the saved request stays, even where this device does not offer it. */
function keptOrOffered<Id extends string>(typed: Id | null, kept: Id | null | undefined, offered: readonly Id[]) {
  return typed !== null && (typed === kept || offered.includes(typed)) ? typed : null;
}
