import { referringName, type ReferringProvider } from '#contract/address-book/referring-provider.ts';
import { call } from '#shared/api.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useMay } from '#shared/session.ts';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { toastDone, toastFailure, toastUndo } from '#shared/ui/toasts/toasts.tsx';
import { MergePart } from './merge-part.tsx';
import type { Entry } from './record-book.tsx';

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
    toastUndo(`Merged. ${caseWords(cases)}`, () => void takeBack());
    onMerged();
  }

  async function takeBack(): Promise<void> {
    try {
      await call('addressBook.unmergeReferringProviders', { id });
      toastDone('They are two entries again.');
      onUnmerged();
    } catch (error) {
      toastFailure(error, 'The merge could not be taken back. Nothing was changed; try again.');
    }
  }

  return (
    <FetchedPart of={fetched} what="cases that name this entry" rows={1}>
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
          {cases === 0 ? 'No case names this entry.' : 'Cases that name this entry name the other from now on.'} What
          the other does not tell is filled in from this one. You can undo it right afterwards; the audit log keeps
          which cases were moved.
        </MergePart>
      )}
    </FetchedPart>
  );
}

function caseWords(cases: number): string {
  if (cases === 0) return 'No case names them.';
  return cases === 1 ? 'One case names them.' : `${cases} cases name them.`;
}

function choiceOf(one: ReferringProvider) {
  const more = one.NationalProviderId ? `NPI ${one.NationalProviderId}` : one.PracticeName;
  return { id: one.ReferringProviderId, name: [referringName(one), more].filter(Boolean).join(' · ') };
}
