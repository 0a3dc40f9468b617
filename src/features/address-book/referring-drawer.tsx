import { useEffect, useState } from 'react';
import type { ReferringDetail } from '#contract/address-book/endpoints.ts';
import { referringName, type ReferringProvider } from '#contract/address-book/referring-provider.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { call } from '#shared/api.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useMay } from '#shared/session.ts';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastDone, toastFailure, toastUndo } from '#shared/ui/toasts/toasts.tsx';
import { BookDrawer } from './book-drawer.tsx';
import { MergePart } from './merge-part.tsx';
import { ReferringFields } from './referring-fields.tsx';

type Props = {
  id: string | null;
  likely: readonly ReferringProvider[];
  all: readonly ReferringProvider[];
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** One referring provider as the server has them, or a new one. */
export function ReferringDrawer({ id, likely, all, onOpen, onClose }: Props) {
  const known = all.find((one) => one.ReferringProviderId === id);
  return (
    <BookDrawer
      open={id}
      draftKey={unsavedKey.at('referring', '/addressBook/referringProvider')}
      title={id === 'new' ? 'New referring provider' : known ? referringName(known) : 'Referring provider'}
      form="referring"
      onClose={onClose}
    >
      {(onDirty, leaveFor) =>
        id === 'new' || id === null ? (
          <ReferringFields
            key="new"
            known={null}
            onDirty={onDirty}
            onOpen={(other) => leaveFor(() => onOpen(other))}
            onReload={onClose}
            onSaved={onClose}
          />
        ) : (
          <Known
            key={id}
            id={id}
            likely={likely}
            all={all}
            onDirty={onDirty}
            onOpen={(other) => leaveFor(() => onOpen(other))}
            onClose={onClose}
          />
        )
      }
    </BookDrawer>
  );
}

type KnownProps = Props & { id: string; onDirty: (isDirty: boolean) => void };

function Known({ id, likely, all, onDirty, onOpen, onClose }: KnownProps) {
  const fetched = useFetched(() => call('addressBook.referringProvider', { id: id as never }));
  // A link to one that was merged leads to who took their place.
  const found = fetched.value?.referringProvider.ReferringProviderId;
  useEffect(() => {
    if (found !== undefined && found !== id) onOpen(found);
  }, [found, id, onOpen]);
  return (
    <FetchedPart of={fetched} what="details">
      {(detail) => (
        <Detail
          key={detail.referringProvider.updated_at}
          detail={detail}
          likely={likely}
          all={all}
          onDirty={onDirty}
          onOpen={onOpen}
          onReload={fetched.load}
          onClose={onClose}
        />
      )}
    </FetchedPart>
  );
}

type DetailProps = Omit<KnownProps, 'id'> & { detail: ReferringDetail; onReload: () => void };

function Detail({ detail, likely, all, onDirty, onOpen, onReload, onClose }: DetailProps) {
  const { referringProvider: one, cases } = detail;
  const [reloads, setReloads] = useState(0);
  const [isDirty, setDirty] = useState(false);
  const mayMerge = useMay('edit patients');
  useReportDirty(isDirty, onDirty);
  const choice = (other: ReferringProvider) => ({ id: String(other.ReferringProviderId), name: choiceName(other) });
  const others = all.filter((other) => other.ReferringProviderId !== one.ReferringProviderId).map(choice);

  async function merge(into: string): Promise<void> {
    const stays = all.find((other) => other.ReferringProviderId === into);
    const intoLastUpdated = stays?.updated_at ?? (await versionOf(into));
    const ids = { id: one.ReferringProviderId, into: into as never };
    const versions = { lastUpdated: one.updated_at, intoLastUpdated };
    const merged = await call('addressBook.mergeReferringProviders', { ...ids, ...versions });
    toastUndo(`Merged. ${caseWords(merged.cases)}`, () => void takeBack());
    onOpen(into);
  }

  async function takeBack(): Promise<void> {
    try {
      await call('addressBook.unmergeReferringProviders', { id: one.ReferringProviderId });
      toastDone('They are two entries again.');
      onOpen(one.ReferringProviderId);
    } catch (error) {
      toastFailure(error, 'The merge could not be taken back. Nothing was changed; try again.');
    }
  }

  return (
    <>
      <ReferringFields
        key={reloads}
        known={one}
        onDirty={setDirty}
        onOpen={onOpen}
        onReload={() => {
          setReloads(reloads + 1);
          onReload();
        }}
        onSaved={onClose}
      />
      <MergePart
        uses={caseWords(cases)}
        mayMerge={mayMerge}
        isBlocked={isDirty}
        gone={choice(one)}
        others={others}
        likely={likely.map(choice)}
        onMerge={merge}
      >
        {cases === 0 ? 'No case names this entry.' : 'Cases that name this entry name the other from now on.'} What the
        other does not tell is filled in from this one. You can undo it right afterwards; the audit log keeps which
        cases were moved.
      </MergePart>
    </>
  );
}

function caseWords(cases: number): string {
  if (cases === 0) return 'No case names them.';
  return cases === 1 ? 'One case names them.' : `${cases} cases name them.`;
}

function choiceName(one: ReferringProvider): string {
  const more = one.NationalProviderId ? `NPI ${one.NationalProviderId}` : one.PracticeName;
  return more ? `${referringName(one)} · ${more}` : referringName(one);
}

async function versionOf(id: string): Promise<string> {
  return (await call('addressBook.referringProvider', { id: id as never })).referringProvider.updated_at;
}
