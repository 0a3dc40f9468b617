import { Button } from '@mantine/core';
import { useState } from 'react';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { readRow } from '#local/reads/reads.ts';
import { DraftScope } from '#shared/autosave/draft-scope.tsx';
import { useBusy } from '#shared/hooks/use-busy.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useOnline } from '#shared/sync-state.ts';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard } from '#shared/ui/side-drawer/use-discard.tsx';
import { PayerRulesForm } from './payer-rules-form.tsx';

type Props = {
  /** The payer whose rules are open; null while none are. */
  id: string | null;
  onReopen: (id: string) => void;
  onClose: () => void;
};

/** The rules of one payer, as the server has them; what was typed is not thrown away unasked. */
export function PayerRulesDrawer(props: Props) {
  const { id, onReopen } = props;
  return (
    <DraftScope draftKey={unsavedKey.at('payerRules', '/addressBook/payer')} about={id} onReopen={onReopen}>
      <Rules {...props} />
    </DraftScope>
  );
}

function Rules({ id, onClose }: Props) {
  const [isDirty, setDirty] = useState(false);
  const isOnline = useOnline();
  const saving = useBusy();
  const payer = useLiveValue(async () => (id === null ? undefined : readRow('payers', id)), [id]);
  const { leave, question } = useDiscard(isDirty, onClose);
  return (
    <>
      <SideDrawer
        opened={id !== null}
        onClose={leave}
        isDirty={isDirty}
        title={payer ? `Rules of ${payer.Name}` : 'Payer rules'}
        size={560}
        footer={
          <>
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" form="payer-rules" disabled={!isOnline} loading={saving.isBusy}>
              Save
            </Button>
          </>
        }
      >
        {id !== null && <PayerRulesForm key={id} id={id} submit={saving.run} onDirty={setDirty} onSaved={onClose} />}
      </SideDrawer>
      {question}
    </>
  );
}
