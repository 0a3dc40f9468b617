import { useState } from 'react';
import type { PatientId } from '#contract/base/ids.ts';
import { VisitDrawer } from '#features/scheduling/booking/visit-drawer.tsx';
import { newPlace, type BookingPlace } from '#features/scheduling/calendar/booking-place.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { DraftScope } from '#shared/autosave/draft-scope.tsx';
import { useClinicNow } from '#shared/hooks/use-clinic-now.ts';
import { usePreferences } from '#shared/preferences.ts';
import { newForBooking } from './new-for-booking.tsx';

type Props = { PatientId: PatientId; opened: boolean; onClose: () => void };

/** Books a visit for the patient of the chart, from now on; facility, provider and type come with their case. */
export function BookVisit({ PatientId, opened, onClose }: Props) {
  const now = useClinicNow();
  const [preferences] = usePreferences();
  const [slot, setSlot] = useState<BookingPlace | null>(null);
  if (opened && !slot) {
    const filter = { FacilityId: preferences.facilityId ?? null, ProviderIds: [] };
    setSlot(newPlace({ date: now.slice(0, 10), now, filter, providers: [], own: null }));
  }
  if (!opened && slot) setSlot(null);
  return (
    // What was left half-filled is opened again over the calendar.
    <DraftScope draftKey={unsavedKey.calendar()} about={slot && { kind: 'slot', slot }}>
      <VisitDrawer
        opened={opened}
        onClose={onClose}
        slot={slot ?? undefined}
        PatientId={PatientId}
        history={() => null}
        newFor={newForBooking}
      />
    </DraftScope>
  );
}
