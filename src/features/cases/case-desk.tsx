import { useState } from 'react';
import type { CaseId, PatientId } from '#contract/base/ids.ts';
import type { Authorization } from '#contract/cases/authorization.ts';
import type { Case } from '#contract/cases/case.ts';
import type { Script } from '#contract/cases/script.ts';
import { AuthorizationDrawer } from './authorization-drawer.tsx';
import { CaseDrawer } from './case-drawer.tsx';
import { ScriptDrawer } from './script-drawer.tsx';

/** What is open over the chart. */
type Open =
  | { kind: 'case'; of: Case | null; CaseId: CaseId | null }
  | { kind: 'authorization'; of: Authorization | null; CaseId: CaseId | null }
  | { kind: 'script'; of: Script | null; CaseId: CaseId | null };

export type CaseDesk = {
  open: (what: Open) => void;
  opened: Open | null;
  close: () => void;
};

/** Which form of a patient's cases is open; the forms themselves stand in `CaseDrawers`. */
export function useCaseDesk(): CaseDesk {
  const [opened, setOpened] = useState<Open | null>(null);
  return { opened, open: setOpened, close: () => setOpened(null) };
}

/** The drawers of cases, scripts and authorizations of one patient. */
export function CaseDrawers({ PatientId, desk }: { PatientId: PatientId; desk: CaseDesk }) {
  const { opened, open, close } = desk;
  return (
    <>
      <CaseDrawer
        PatientId={PatientId}
        about={opened?.kind === 'case' ? opened : null}
        onReopen={(about) => open({ ...about, kind: 'case' })}
        onClose={close}
      />
      <AuthorizationDrawer
        PatientId={PatientId}
        about={opened?.kind === 'authorization' ? opened : null}
        onReopen={(about) => open({ ...about, kind: 'authorization' })}
        onClose={close}
      />
      <ScriptDrawer
        PatientId={PatientId}
        about={opened?.kind === 'script' ? opened : null}
        onReopen={(about) => open({ ...about, kind: 'script' })}
        onClose={close}
      />
    </>
  );
}
