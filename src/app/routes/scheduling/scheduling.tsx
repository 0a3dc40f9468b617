import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSearchParams } from 'react-router';
import type { Visit } from '#contract/visits/visit.ts';
import { SchedulingScreen } from '#features/scheduling/calendar/scheduling-screen.tsx';
import { useEditSchedule } from '#features/scheduling/calendar/use-edit-schedule.ts';
import { shownFrom, type Shown } from '#features/scheduling/calendar/views.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useMay } from '#shared/session.ts';
import { useShortcut } from '#shared/shortcuts.ts';
import type { Layer } from './layer.ts';
import { LeaveEditing } from './leave-editing.tsx';
import { SchedulingLayers } from './scheduling-layers.tsx';
import { menuOf } from './scheduling-menu.ts';
import { useFacilityOf } from './use-facility-of.ts';

/** The calendar (spec 2). View, day and facility stand in the address, nothing of a patient does. */
export function SchedulingRoute() {
  const navigate = useNavigate();
  const today = useClinicToday();
  const [params, setParams] = useSearchParams();
  const shown = useMemo(() => shownFrom(params, today), [params, today]);
  const facilityId = useFacilityOf(params);
  const [layer, setLayer] = useState<Layer | null>(null);
  const mayBook = useMay('schedule visits');
  const mayManage = useMay('manage schedules');
  const mayEdit = mayBook || mayManage;
  const edit = useEditSchedule();
  const toggleEditing = () => (edit.isOn ? edit.exit() : edit.enter());
  useShortcut('e', 'Edit schedules', toggleEditing, mayEdit);

  function show(next: Shown): void {
    const facility = facilityId === null ? {} : { facility: facilityId };
    setParams({ view: next.view, date: next.date, ...facility }, { replace: next.view === shown.view });
  }
  function openChart({ PatientId, VisitId }: Visit): void {
    void navigate(`/patients/${PatientId}?visit=${VisitId}`);
  }

  return (
    <>
      <SchedulingScreen
        shown={shown}
        onShown={show}
        onOpen={(visit, isHere) => (isHere ? setLayer({ kind: 'visit', VisitId: visit.VisitId }) : openChart(visit))}
        onBook={(slot) => setLayer({ kind: 'slot', slot })}
        onBlock={(block) => setLayer({ kind: 'block', start: { block } })}
        more={menuOf({
          day: shown.date,
          facilityId,
          mayBook,
          mayEdit,
          isEditing: edit.isOn,
          onLayer: setLayer,
          onEditing: toggleEditing,
          go: (path) => void navigate(path),
        })}
        edit={edit}
        onPlan={(start) => setLayer({ kind: 'days', start, purpose: 'queue' })}
      />
      <SchedulingLayers
        layer={layer}
        onLayer={setLayer}
        day={shown.date}
        facilityId={facilityId}
        edit={edit}
        onOpenChart={openChart}
      />
      <LeaveEditing edit={edit} />
    </>
  );
}
