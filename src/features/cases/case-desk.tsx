import { useState } from 'react';
import type { PatientId } from '#contract/base/ids.ts';
import type { Authorization } from '#contract/cases/authorization.ts';
import type { Case } from '#contract/cases/case.ts';
import type { Script } from '#contract/cases/script.ts';
import type { About } from '#shared/forms/draft-drawer.tsx';
import { RecordDrawer } from '#shared/forms/record-drawer.tsx';
import { authorizationForm } from './authorization-form.tsx';
import { caseForm } from './case-form.tsx';
import { scriptForm } from './script-form.tsx';

/** What is open over the chart. */
type Open =
  | ({ kind: 'case' } & About<Case>)
  | ({ kind: 'authorization' } & About<Authorization>)
  | ({ kind: 'script' } & About<Script>);

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
      <RecordDrawer
        form={caseForm}
        at={PatientId}
        about={opened?.kind === 'case' ? { ...opened, parent: PatientId } : null}
        onReopen={(about) => open({ ...about, kind: 'case' })}
        onClose={close}
      />
      <RecordDrawer
        form={authorizationForm}
        at={PatientId}
        about={opened?.kind === 'authorization' ? opened : null}
        onReopen={(about) => open({ ...about, kind: 'authorization' })}
        onClose={close}
      />
      <RecordDrawer
        form={scriptForm}
        at={PatientId}
        about={opened?.kind === 'script' ? opened : null}
        onReopen={(about) => open({ ...about, kind: 'script' })}
        onClose={close}
      />
    </>
  );
}
