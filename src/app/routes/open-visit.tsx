import type { Visit } from '#contract/visits/visit.ts';
import { VisitDrawer } from '#features/scheduling/booking/visit-drawer.tsx';
import { VisitHistory } from '#features/visits/visit-history.tsx';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { DraftScope } from '#shared/autosave/draft-scope.tsx';

type Props = { visit: Visit | null; onClose: () => void; onNavigate: (path: string) => void };

/** The drawer of the calendar over the work list: time, stage and history of a visit, for who does not work in it. */
export function OpenVisit({ visit, onClose, onNavigate }: Props) {
  return (
    // What was left half-filled is opened again over the calendar.
    <DraftScope draftKey={unsavedKey.calendar()} about={visit && { kind: 'visit', VisitId: visit.VisitId }}>
      <VisitDrawer
        opened={visit !== null}
        onClose={onClose}
        visit={visit?.VisitId}
        history={(VisitId) => <VisitHistory VisitId={VisitId} />}
        onOpenChart={({ PatientId }) => onNavigate(`/patients/${PatientId}`)}
      />
    </DraftScope>
  );
}
