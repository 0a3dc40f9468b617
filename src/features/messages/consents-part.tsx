import { Button } from '@mantine/core';
import { useState } from 'react';
import type { PatientId } from '#contract/base/ids.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { DraftScope } from '#shared/autosave/draft-scope.tsx';
import { ConsentsDrawer } from './consents-drawer.tsx';
import classes from './messages.module.css';

/** In the chart: opens which messages the patient agreed to. */
export function ConsentsPart({ PatientId }: { PatientId: PatientId }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="overview-messages">
      <h3 className={classes.part} id="overview-messages">
        Messages to the patient
      </h3>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        Message consent
      </Button>
      <DraftScope
        draftKey={unsavedKey.at('consents', `/patients/${PatientId}`)}
        about={isOpen ? PatientId : null}
        onReopen={() => setOpen(true)}
      >
        <ConsentsDrawer PatientId={PatientId} opened={isOpen} onClose={() => setOpen(false)} />
      </DraftScope>
    </section>
  );
}
