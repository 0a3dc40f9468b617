import { referringName, type ReferringProvider } from '#contract/address-book/referring-provider.ts';
import { call } from '#shared/api.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useMay } from '#shared/session.ts';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { toastDone, toastFailure, toastUndo } from '#shared/ui/toasts/toasts.tsx';
import { MergePart } from './merge-part.tsx';
import type { Entry } from '#shared/record-book/record-book.tsx';

type Props = { entry: Entry<ReferringProvider>; onUnmerged: () => void };

/** How many cases name somebody, and the way to make one of two entries of theirs. */
export function ReferringMerge({ entry, onUnmerged }: Props) {
  const { row, others, onMerged } = entry;
  const id = row.ReferringProviderId;
  const fetched = useFetched(() => call('addressBook.referringProvider', { id }));
  const mayMerge = useMay('edit patients');

  async function merge(into: ReferringProvider, lastUpdated: string): Promise<void> {
    const versions = { lastUpdated, intoLastUpdated: into.updated_at };
    const ids = { id, into: into.ReferringProviderId };
    const { cases } = await call('addressBook.mergeReferringProviders', { ...ids, ...versions });
    toastUndo(`Merged. ${caseWords(cases)}`, takeBack);
    onMerged();
  }

  /** Tells by itself what became of it. */
  async function takeBack(): Promise<false> {
    try {
      await call('addressBook.unmergeReferringProviders', { id });
      toastDone('The two entries are separate again.');
      onUnmerged();
    } catch (error) {
      toastFailure(error, 'The merge could not be undone. Nothing was changed. Try again.');
    }
    return false;
  }

  return (
    <FetchedPart of={fetched} what="cases that use this entry" rows={1}>
      {({ referringProvider, cases }) => (
        <MergePart
          uses={caseWords(cases)}
          mayMerge={mayMerge}
          entry={entry}
          choiceOf={choiceOf}
          onMerge={async (chosen) => {
            const into = others.find((other) => other.ReferringProviderId === chosen);
            if (into) await merge(into, referringProvider.updated_at);
          }}
        >
          {cases === 0 ? 'No case uses this entry.' : 'Cases that use this entry will use the other one.'} Empty fields
          in the other entry are filled from this one. You can undo the merge right after. The audit log lists the moved
          cases.
        </MergePart>
      )}
    </FetchedPart>
  );
}

function caseWords(cases: number): string {
  if (cases === 0) return 'No case uses this provider.';
  return cases === 1 ? 'One case uses this provider.' : `${cases} cases use this provider.`;
}

function choiceOf(one: ReferringProvider) {
  const more = one.NationalProviderId ? `NPI ${one.NationalProviderId}` : one.PracticeName;
  return { id: one.ReferringProviderId, name: [referringName(one), more].filter(Boolean).join(' · ') };
}
