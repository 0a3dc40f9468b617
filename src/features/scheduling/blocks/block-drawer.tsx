import { Button } from '@mantine/core';
import type { SavedForm } from '#local/drafts/drafts.ts';
import { useMemo, useState, type FormEvent } from 'react';
import type { Facility } from '#contract/facilities/facility.ts';
import type { Provider } from '#contract/providers/provider.ts';
import type { IssueCode } from '#contract/scheduling/issue.ts';
import type { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import { readAll } from '#local/reads/reads.ts';
import { readFacilities } from '#local/reads/scheduling.ts';
import { useDraftScope } from '#shared/autosave/draft-scope.tsx';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { useLiveWithRetry } from '#shared/hooks/use-live.ts';
import { LivePart } from '#shared/ui/live-part/live-part.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard, useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastNegative } from '#shared/ui/toasts/toasts.tsx';
import { BlockFieldsForm } from './block-fields.tsx';
import { blocksFrom, typedBlock, type TypedBlock } from './block-form.ts';
import { blockName, bookBlocks, changeBlock, removeBlock, type BlockFields } from './block-writes.ts';
import { useBlockIssues } from './use-block-issues.ts';
import { VisitIssues } from '../booking/visit-issues.tsx';
import type { Slot } from '../booking/visit-form.ts';
import { sayWhy } from '../booking/visit-writes.ts';
import classes from '../booking/visit-drawer.module.css';

/** A free time to block, or what stands there already. */
export type BlockStart = { slot: Slot } | { block: NonPatientVisit };
type Props = { opened: boolean; onClose: () => void; start: BlockStart | null };

export const blockFormId = 'block-form';

/** A meeting, a break or a block: time without patients (spec 3, IsNonPatientVisit). Works without the network. */
export function BlockDrawer({ opened, onClose, start }: Props) {
  const [isDirty, setDirty] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { leave, question } = useDiscard(isDirty, onClose);
  const around = useLiveWithRetry(readAroundBlock, []);
  const block = start && 'block' in start ? start.block : null;
  return (
    <>
      <SideDrawer
        opened={opened}
        onClose={leave}
        isDirty={isDirty}
        title={block ? blockName(block) : 'New block'}
        size={480}
        footer={
          <>
            {block && (
              <Button variant="default" mr="auto" onClick={() => void removeBlock(block).then(onClose, sayWhy)}>
                Remove
              </Button>
            )}
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" form={blockFormId} loading={isBusy}>
              {block ? 'Save changes' : 'Add block'}
            </Button>
          </>
        }
      >
        {opened && start && (
          <LivePart of={around} what="block">
            {(read) => (
              <BlockForm
                key={'block' in start ? start.block.NonPatientVisitId : `${start.slot.ProviderId} ${start.slot.Start}`}
                {...{ start, ...read }}
                onDirty={setDirty}
                onBusy={setBusy}
                onDone={onClose}
              />
            )}
          </LivePart>
        )}
      </SideDrawer>
      {question}
    </>
  );
}

/** What the form of a block chooses from. */
export async function readAroundBlock() {
  return { facilities: await readFacilities(), providers: await readAll('providers') };
}

type FormProps = {
  start: BlockStart;
  facilities: readonly Facility[];
  providers: readonly Provider[];
  /** Takes the block in place of the calendar: a refused one is sent again. */
  onSave?: (block: BlockFields, accepted: IssueCode[], draft: SavedForm) => Promise<void>;
  onDirty: (isDirty: boolean) => void;
  onBusy: (isBusy: boolean) => void;
  onDone: () => void;
};

const none: BlockFields[] = [];

export function BlockForm({ start, facilities, providers, onSave, onDirty, onBusy, onDone }: FormProps) {
  const known = 'block' in start ? start.block : null;
  const [first] = useState(() => typedBlock('block' in start ? start.block : start.slot));
  const [typed, setTyped] = useState<TypedBlock>(first);
  const [isTried, setTried] = useState(false);
  const found = useMemo(() => blocksFrom(typed), [typed]);
  const blocks = 'blocks' in found ? found.blocks : none;
  const { issues, accepted, readAgain, accept, codes } = useBlockIssues(blocks, known?.NonPatientVisitId ?? null);
  useReportDirty(typed !== first, onDirty);
  const kept = useDraftScope('block', { values: typed, isDirty: typed !== first, fill: setTyped });
  useReportDirty(kept.isSubmitting, onBusy);

  function save(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    const [block] = blocks;
    if (!block) return void setTimeout(focusFirstError);
    if (codes === null) return toastNegative(notYet);
    const saved = kept.submit((draft) => {
      if (onSave) return onSave(block, codes, draft);
      return known ? changeBlock(known, block, codes, { draft }) : bookBlocks(blocks, codes, { draft });
    });
    saved.then((isSaved) => isSaved && onDone(), sayWhy);
  }

  return (
    <form id={blockFormId} className={classes.form} noValidate onSubmit={save}>
      <BlockFieldsForm
        typed={typed}
        errors={isTried && 'missing' in found ? found.missing : {}}
        facilities={facilities}
        providers={providers}
        mayRepeat={known === null}
        onChange={(changes) => setTyped((before) => ({ ...before, ...changes }))}
      />
      <VisitIssues {...{ issues, accepted, readAgain }} onAccept={accept} />
    </form>
  );
}

const notYet = 'This time has a conflict. Choose another time, or check what you want to book anyway.';
