import { payer, type Payer } from '#contract/address-book/payer.ts';
import { call } from '#shared/api.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import { MergePart } from './merge-part.tsx';
import type { Entry } from '#shared/record-book/record-book.tsx';

/** How many policies name a payer, and the way to merge one that nothing names yet into another. */
export function PayerMerge({ entry }: { entry: Entry<Payer> }) {
  const { row, others, onMerged } = entry;
  const id = row.PayerId;
  const fetched = useFetched(() => call('addressBook.payer', { id }));

  async function merge(into: Payer, lastUpdated: string): Promise<void> {
    const versions = { lastUpdated, intoLastUpdated: into.updated_at };
    await call('addressBook.mergePayers', { id, into: into.PayerId, ...versions });
    toastDone('Merged.');
    onMerged();
  }

  return (
    <FetchedPart of={fetched} what="policies that use this payer" rows={1}>
      {({ payer: seen, policies }) => (
        <MergePart
          uses={policyWords(policies)}
          entry={entry}
          choiceOf={choiceOf}
          onMerge={async (chosen) => {
            const into = others.find((other) => other.PayerId === chosen);
            if (into) await merge(into, seen.updated_at);
          }}
        >
          Its contacts move to the payer you keep. You can’t merge a payer that policies or claims use. You can’t undo
          this.
        </MergePart>
      )}
    </FetchedPart>
  );
}

function policyWords(policies: number): string {
  if (policies === 0) return 'No policy uses this payer.';
  return policies === 1 ? 'One policy uses this payer.' : `${policies} policies use this payer.`;
}

function choiceOf(one: Payer) {
  return { id: one.PayerId, name: payer.brief(one) };
}
