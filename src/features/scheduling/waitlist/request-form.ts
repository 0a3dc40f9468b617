import { addDays } from '#contract/base/dates.ts';
import type { CaseId, FacilityId, PatientId } from '#contract/base/ids.ts';
import type { VisitRequest } from '#contract/scheduling/visit-request.ts';
import { cellsOf, workdays, type Cells } from './grid-choice.ts';
import type { RequestFields } from './waitlist-writes.ts';

/** A waitlist request as it is typed. */
export type TypedRequest = {
  PatientId: PatientId | null;
  CaseId: string;
  FacilityId: string | null;
  ProviderId: VisitRequest['ProviderId'];
  VisitTypeName: string | null;
  Minutes: number | '';
  cells: Cells;
  Priority: number;
  Expires: string | null;
  VisitId: VisitRequest['VisitId'];
  Note: string;
};

export function newRequest(FacilityId: string | null, today: string): TypedRequest {
  return {
    PatientId: null,
    CaseId: '',
    FacilityId,
    ProviderId: null,
    VisitTypeName: null,
    Minutes: '',
    cells: workdays,
    Priority: 2,
    Expires: addDays(today, 30),
    VisitId: null,
    Note: '',
  };
}

export function typedOf(request: VisitRequest): TypedRequest {
  const { PatientId: of, CaseId, FacilityId, ProviderId, VisitTypeName, Minutes, Priority, Expires, VisitId } = request;
  const rest = { CaseId, FacilityId, ProviderId, VisitTypeName, Minutes, Priority, Expires, VisitId };
  return { ...rest, PatientId: of, cells: cellsOf(request.grid), Note: request.Note ?? '' };
}

export type RequestErrors = Partial<Record<'CaseId' | 'FacilityId' | 'VisitTypeName' | 'Expires' | 'grid', string>>;

/** What is chosen of what is offered. */
type Chosen = Pick<RequestFields, 'ProviderId' | 'VisitId' | 'grid'> & {
  CaseId: CaseId | undefined;
  facility: { FacilityId: FacilityId } | undefined;
  type: { Name: string; Minutes: number } | undefined;
  minutes: number | undefined;
};

/** The fields to save, or what is still missing of them. */
export function requestOf(
  typed: TypedRequest,
  { CaseId, facility, type, ProviderId, VisitId, minutes, grid }: Chosen,
  today: string,
): { fields: RequestFields; errors: null } | { fields: null; errors: RequestErrors } {
  const hasTimes = grid.some((times) => times.length > 0);
  const { Expires, Priority } = typed;
  if (!CaseId || !facility || !type || !Expires || Expires < today || !hasTimes)
    return {
      fields: null,
      errors: {
        ...(!CaseId && { CaseId: 'Choose the patient and the case.' }),
        ...(!facility && { FacilityId: 'Choose the facility.' }),
        ...(!type && { VisitTypeName: 'Choose the visit type.' }),
        ...(!(Expires && Expires >= today) && { Expires: 'Enter a future date.' }),
        ...(!hasTimes && { grid: 'Choose at least one time.' }),
      },
    };
  const Note = typed.Note.trim() === '' ? null : typed.Note.trim();
  const fields = {
    CaseId,
    FacilityId: facility.FacilityId,
    ProviderId,
    VisitTypeName: type.Name,
    Minutes: minutes ?? type.Minutes,
    grid,
    Priority,
    Expires,
    Note,
    VisitId,
  };
  return { fields, errors: null };
}
