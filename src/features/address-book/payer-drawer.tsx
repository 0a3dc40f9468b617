import { Tabs } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import type { PayerDetail, SavedRules } from '#contract/address-book/endpoints.ts';
import type { Payer } from '#contract/address-book/payer.ts';
import { holds } from '#contract/base/permissions.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { call } from '#shared/api.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useCurrentUser } from '#shared/session.ts';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import { BookDrawer } from './book-drawer.tsx';
import { MergePart } from './merge-part.tsx';
import { afterOwnSave, versionNow, type Moved } from './own-version.ts';
import { PayerFields } from './payer-fields.tsx';
import { PayerRulesForm } from './payer-rules-form.tsx';
import classes from './address-book.module.css';

type Props = {
  id: string | null;
  likely: readonly Payer[];
  all: readonly Payer[];
  mayChange: boolean;
  onOpen: (id: string) => void;
  onClose: () => void;
};
type Part = 'payer' | 'payer-rules';

/** One payer as the server has it, or a new one; its rules for who may access them. */
export function PayerDrawer(props: Props) {
  const { id, all, mayChange, onClose } = props;
  const [part, setPart] = useState<Part>('payer');
  const known = all.find((one) => one.PayerId === id);
  const shown = id === 'new' ? 'payer' : part;
  return (
    <BookDrawer
      open={id}
      draftKey={unsavedKey.at('payer', '/addressBook/payer')}
      title={id === 'new' ? 'New payer' : (known?.Name ?? 'Payer')}
      form={mayChange ? shown : null}
      onClose={onClose}
    >
      {(onDirty, leaveFor) =>
        id === 'new' || id === null ? (
          <PayerFields
            known={null}
            isReadOnly={false}
            onDirty={onDirty}
            onOpen={(other) => leaveFor(() => props.onOpen(other))}
            onReload={onClose}
            onSaved={onClose}
          />
        ) : (
          <Known
            key={id}
            {...props}
            id={id}
            part={part}
            onPart={setPart}
            onOpen={(other) => leaveFor(() => props.onOpen(other))}
            onDirty={onDirty}
          />
        )
      }
    </BookDrawer>
  );
}

type KnownProps = Props & {
  id: string;
  part: Part;
  onPart: (part: Part) => void;
  onDirty: (isDirty: boolean) => void;
};

function Known(props: KnownProps) {
  const { id, part, onPart, onOpen } = props;
  const { can } = useCurrentUser();
  const [dirty, setDirty] = useState<{ [P in Part]?: boolean }>({});
  const fetched = useFetched(() => call('addressBook.payer', { id: id as never }));
  const found = fetched.value?.payer.PayerId;
  useEffect(() => {
    if (found !== undefined && found !== id) onOpen(found);
  }, [found, id, onOpen]);
  const { onDirty } = props;
  const isDirty = dirty.payer === true || dirty['payer-rules'] === true;
  useReportDirty(isDirty, onDirty);
  useEffect(() => () => onPart('payer'), [onPart]);
  const setPayerDirty = useCallback((is: boolean) => setDirty((before) => ({ ...before, payer: is })), []);
  const setRulesDirty = useCallback((is: boolean) => setDirty((before) => ({ ...before, 'payer-rules': is })), []);
  const [moved, setMoved] = useState<Moved | null>(null);
  function rulesSaved(saved: SavedRules): void {
    const read = fetched.value?.payer.updated_at;
    if (read !== undefined) setMoved(afterOwnSave(read, moved, saved));
    if (!dirty.payer) props.onClose();
  }
  const details = (
    <FetchedPart of={fetched} what="details">
      {(detail) => (
        <Details
          {...props}
          key={detail.payer.updated_at}
          detail={{ ...detail, payer: { ...detail.payer, updated_at: versionNow(detail.payer.updated_at, moved) } }}
          isDirty={isDirty}
          onDirty={setPayerDirty}
          onReload={fetched.load}
          onSaved={(saved) => (dirty['payer-rules'] ? fetched.put(saved) : props.onClose())}
        />
      )}
    </FetchedPart>
  );
  if (!holds(can, 'access payer rules')) return details;
  return (
    <Tabs value={part} onChange={(next) => onPart(next === 'payer-rules' ? 'payer-rules' : 'payer')}>
      <Tabs.List mb="md" aria-label="Payer">
        <Tabs.Tab value="payer">Details</Tabs.Tab>
        <Tabs.Tab value="payer-rules">Rules</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="payer">{details}</Tabs.Panel>
      <Tabs.Panel value="payer-rules">
        <PayerRulesForm id={id} onDirty={setRulesDirty} onSaved={rulesSaved} />
      </Tabs.Panel>
    </Tabs>
  );
}

type DetailsProps = KnownProps & {
  detail: PayerDetail;
  isDirty: boolean;
  onReload: () => void;
  onSaved: (detail: PayerDetail) => void;
};

function Details({ detail, likely, all, mayChange, isDirty, onDirty, onOpen, onReload, onSaved }: DetailsProps) {
  const { payer, policies } = detail;
  const { can } = useCurrentUser();
  const [reloads, setReloads] = useState(0);
  const others = all.filter((other) => other.PayerId !== payer.PayerId).map(choiceOf);

  async function merge(into: string): Promise<void> {
    const stays = all.find((other) => other.PayerId === into);
    const intoLastUpdated = stays?.updated_at ?? (await versionOf(into));
    const ids = { id: payer.PayerId, into: into as never };
    await call('addressBook.mergePayers', { ...ids, lastUpdated: payer.updated_at, intoLastUpdated });
    toastDone('Merged.');
    onOpen(into);
  }

  return (
    <>
      {!mayChange && <p className={classes.hint}>Payers are changed by who bills or sets payer rules.</p>}
      <PayerFields
        key={reloads}
        known={detail}
        isReadOnly={!mayChange}
        onDirty={onDirty}
        onOpen={onOpen}
        onReload={() => {
          setReloads(reloads + 1);
          onReload();
        }}
        onSaved={onSaved}
      />
      {holds(can, 'access payer rules') && (
        <MergePart
          uses={policyWords(policies)}
          isBlocked={isDirty}
          gone={choiceOf(payer)}
          others={others}
          likely={likely.map(choiceOf)}
          onMerge={merge}
        >
          Its contacts go to the payer that stays. A payer that policies or claims name is not merged away. It cannot be
          taken back.
        </MergePart>
      )}
    </>
  );
}

function policyWords(policies: number): string {
  if (policies === 0) return 'No policy names this payer.';
  return policies === 1 ? 'One policy names this payer.' : `${policies} policies name this payer.`;
}

function choiceOf(one: Payer) {
  const more = one.ElectronicPayerId ? ` · ${one.ElectronicPayerId}` : '';
  return { id: String(one.PayerId), name: `${one.Name}${more}` };
}

async function versionOf(id: string): Promise<string> {
  return (await call('addressBook.payer', { id: id as never })).payer.updated_at;
}
