import { useNavigate, useParams } from 'react-router';
import { PatientId } from '#contract/base/ids.ts';
import { HomeProgramId } from '#contract/hep/ids.ts';
import { PrintHomeProgramPage } from '#features/printing/print-home-program.tsx';
import { syncWorker } from '#shared/sync-worker.ts';
import { EmergencyGate } from '#features/emergency/emergency-gate.tsx';
import { useOutage } from '#session/outage/outage-state.ts';
import { NotFoundRoute } from '../not-found.tsx';

const openChart = (id: PatientId) => syncWorker().openChart(id);

/** /printHomeProgram/:patientId/:homeProgramId */
export function PrintHomeProgramRoute() {
  const params = useParams();
  const navigate = useNavigate();
  const isOutage = useOutage().phase === 'outage';
  const id = PatientId.safeParse(params['patientId']).data;
  const program = HomeProgramId.safeParse(params['homeProgramId']).data;
  if (id === undefined || program === undefined) return <NotFoundRoute />;
  return (
    <EmergencyGate PatientId={id} isNeeded={isOutage}>
      <PrintHomeProgramPage
        key={program}
        PatientId={id}
        HomeProgramId={program}
        onBack={() => void navigate(`/patients/${id}?tab=documentation`)}
        openChart={openChart}
      />
    </EmergencyGate>
  );
}
