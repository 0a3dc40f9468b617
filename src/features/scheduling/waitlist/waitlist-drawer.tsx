import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { VisitRequest } from '#contract/scheduling/visit-request.ts';
import { readFacilities } from '#local/reads/scheduling.ts';
import { activeProviders } from '#local/reads/visits.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { DraftScope } from '#shared/autosave/draft-scope.tsx';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useMay } from '#shared/session.ts';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard } from '#shared/ui/side-drawer/use-discard.tsx';
import { FillTime, type FillSlot } from './fill-time.tsx';
import { FillRuleForm } from './fill-rule-form.tsx';
import { OfferedTimes } from './offered-times.tsx';
import { useWaitlist } from './use-waitlist.ts';
import { WaitlistForm } from './waitlist-form.tsx';
import { WaitlistList } from './waitlist-list.tsx';
import classes from './waitlist.module.css';

type Props = {
  opened: boolean;
  onClose: () => void;
  /** Null is every facility. */
  FacilityId: string | null;
  /** A free time to offer. */
  slot?: FillSlot | undefined;
};

type Tab = 'waiting' | 'offered' | 'rule';
const formId = 'waitlist-form';

/** Who waits for a time, and which free times were offered to whom. */
export function WaitlistDrawer({ opened, ...rest }: Props) {
  return opened ? <OpenDrawer key={JSON.stringify(rest.slot ?? null)} {...rest} /> : null;
}

function OpenDrawer({ onClose, FacilityId, slot: asked }: Omit<Props, 'opened'>) {
  const mayBook = useMay('schedule visits');
  const list = useWaitlist();
  const [tab, setTab] = useState<Tab>(asked ? 'offered' : 'waiting');
  const [slot, setSlot] = useState(asked);
  const [edited, setEdited] = useState<VisitRequest | 'new' | null>(null);
  const [isDirty, setDirty] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { leave, question } = useDiscard(isDirty, () => (edited ? endEdit() : onClose()));
  const facilities = useLiveValue(readFacilities, []) ?? [];
  const providers = useLiveValue(() => activeProviders(null), []) ?? [];
  const { waiting, batches, online } = list;

  function endEdit(): void {
    setDirty(false);
    setEdited(null);
  }
  return (
    <DraftScope draftKey={unsavedKey.waitlist()} about={edited} onReopen={setEdited}>
      <SideDrawer
        opened
        onClose={leave}
        isDirty={isDirty}
        title={edited === null ? 'Waitlist' : edited === 'new' ? 'Add to the waitlist' : 'Change waitlist entry'}
        size={560}
        footer={
          edited ? (
            <>
              <Button variant="default" onClick={leave}>
                Back
              </Button>
              <Button type="submit" form={formId} loading={isBusy}>
                {edited === 'new' ? 'Add to the waitlist' : 'Save changes'}
              </Button>
            </>
          ) : (
            <>
              <Button variant="default" onClick={onClose}>
                Close
              </Button>
              {mayBook && tab === 'waiting' && <Button onClick={() => setEdited('new')}>Add to the waitlist</Button>}
            </>
          )
        }
      >
        {edited ? (
          <WaitlistForm
            formId={formId}
            request={edited === 'new' ? null : edited}
            FacilityId={FacilityId}
            facilities={facilities}
            providers={providers}
            onDirty={setDirty}
            onBusy={setBusy}
            onDone={endEdit}
          />
        ) : (
          <div className={classes.stack}>
            <SegmentedControl
              fullWidth
              aria-label="View options"
              value={tab}
              onChange={(next) => setTab(next as Tab)}
              data={[
                { value: 'waiting', label: `Waiting${waiting ? ` (${waiting.length})` : ''}` },
                { value: 'offered', label: `Offered times${batches ? ` (${batches.length})` : ''}` },
                { value: 'rule', label: 'Rules' },
              ]}
            />
            {!online && (
              <OfflineNote>
                {tab === 'waiting'
                  ? 'You are offline. You see the patients on this device. New entries are sent later.'
                  : 'You are offline. You must be online to see offers and rules.'}
              </OfflineNote>
            )}
            {tab === 'waiting' && (
              <WaitlistList
                list={list}
                facilities={facilities}
                providers={providers}
                FacilityId={FacilityId}
                onEdit={mayBook ? setEdited : undefined}
              />
            )}
            {tab === 'offered' && slot && mayBook && (
              <FillTime
                slot={slot}
                providers={providers}
                online={online}
                onDone={() => (setSlot(undefined), list.load())}
              />
            )}
            {tab === 'offered' && <OfferedTimes list={list} providers={providers} mayStop={mayBook} />}
            {tab === 'rule' && online && <FillRuleForm />}
          </div>
        )}
      </SideDrawer>
      {question}
    </DraftScope>
  );
}
