import { useNavigate, useParams } from 'react-router';
import { PatientId } from '#contract/base/ids.ts';
import { PatientSchedulePage, timeFrom } from '#features/printing/patient-schedule.tsx';
import { syncWorker } from '#shared/sync-worker.ts';
import { EmergencyGate } from '#features/emergency/emergency-gate.tsx';
import { useOutage } from '#session/outage/outage-state.ts';
import { NotFoundRoute } from '../not-found.tsx';

const openChart = (id: PatientId) => syncWorker().openChart(id);

/** /printPatientSchedule/:patientId/:time, where time is `upcoming`, `past`, `all` or the day to begin from. */
export function PrintPatientScheduleRoute() {
  const params = useParams();
  const navigate = useNavigate();
  const isOutage = useOutage().phase === 'outage';
  const id = PatientId.safeParse(params['patientId']).data;
  const time = timeFrom(params['time'] ?? '');
  if (id === undefined || time === null) return <NotFoundRoute />;
  return (
    <EmergencyGate PatientId={id} isNeeded={isOutage}>
      <PatientSchedulePage
        key={id}
        PatientId={id}
        time={time}
        onTime={(next) => void navigate(`/printPatientSchedule/${id}/${next}`, { replace: true })}
        onBack={() => void navigate(`/patients/${id}?tab=visits`)}
        openChart={openChart}
      />
    </EmergencyGate>
  );
}
