import { Select } from '@mantine/core';
import type { Facility } from '#contract/facilities/facility.ts';
import { placesOfService } from '#contract/facilities/place-of-service.ts';
import { providerName } from '#contract/providers/provider.ts';
import { facilityOptions, facilitySelectData } from '#shared/facility-options.ts';
import { SearchSelect } from '#shared/ui/search-select/search-select.tsx';
import { PatientPicker } from '../booking/patient-picker.tsx';
import type { SeriesChoices, Settled } from './series-choices.ts';
import classes from './series.module.css';

type Props = {
  choices: SeriesChoices;
  found: Settled;
  /** A chart has chosen the patient already. */
  isOfChart: boolean;
  onChange: (changes: Partial<SeriesChoices>) => void;
};

/** Whose visits, with whom, where and of which type. */
export function SeriesWhere({ choices, found, isOfChart, onChange }: Props) {
  const { open, episode, facilities, facility, providers, provider, types, type, place, room } = found;
  const rooms = facility?.rooms.filter((one) => !one.Inactive) ?? [];
  const choose =
    <T,>(from: readonly T[], key: (one: T) => string, put: (one: T) => Partial<SeriesChoices>) =>
    (value: string | null) => {
      const one = from.find((each) => key(each) === value);
      if (one) onChange(put(one));
    };
  return (
    <div className={classes.fields}>
      {!isOfChart && (
        <div className={classes.wide}>
          <PatientPicker value={choices.PatientId} onChange={(PatientId) => onChange({ PatientId, CaseId: null })} />
        </div>
      )}
      <Select
        className={classes.wide ?? ''}
        label="Case"
        required
        allowDeselect={false}
        data={open.map((one) => ({ value: one.CaseId, label: `${one.Title}, ${one.Discipline}` }))}
        value={episode?.CaseId ?? null}
        onChange={choose(
          open,
          (one) => one.CaseId,
          ({ CaseId }) => ({ CaseId, ProviderId: null }),
        )}
        disabled={open.length === 0}
      />
      <Select
        label="Facility"
        required
        allowDeselect={false}
        data={facilitySelectData(facilityOptions(facilities))}
        value={facility?.FacilityId ?? null}
        onChange={choose(facilities, (one) => one.FacilityId, ofFacility)}
      />
      <SearchSelect
        label="Provider"
        required
        data={providers.map((one) => ({ value: one.ProviderId, label: providerName(one) }))}
        value={provider?.ProviderId ?? null}
        onChange={choose(
          providers,
          (one) => one.ProviderId,
          ({ ProviderId }) => ({ ProviderId }),
        )}
      />
      <Select
        label="Visit type"
        required
        allowDeselect={false}
        data={types.map((one) => one.Name)}
        value={type?.Name ?? null}
        onChange={(VisitTypeName) => onChange({ VisitTypeName, Minutes: null })}
      />
      <Select
        label="Place of service"
        required
        allowDeselect={false}
        data={(facility?.PlacesOfService ?? []).map((code) => ({ value: code, label: placesOfService[code] }))}
        value={place ?? null}
        onChange={choose(
          facility?.PlacesOfService ?? [],
          (one) => one,
          (PlaceOfService) => ({ PlaceOfService }),
        )}
      />
      {rooms.length > 0 && (
        <Select
          label="Room"
          clearable
          data={rooms.map((one) => ({ value: one.RoomId, label: one.Name }))}
          value={room?.RoomId ?? null}
          onChange={(value) => onChange({ RoomId: rooms.find((one) => one.RoomId === value)?.RoomId ?? null })}
        />
      )}
    </div>
  );
}

/** Types, places and rooms belong to a facility. */
function ofFacility({ FacilityId }: Facility): Partial<SeriesChoices> {
  return { FacilityId, ProviderId: null, VisitTypeName: null, PlaceOfService: null, RoomId: null, Minutes: null };
}
