import { duplicatesAmong, referringKeys, sameReferring } from '#contract/address-book/duplicates.ts';
import { referringName, type ReferringProvider } from '#contract/address-book/referring-provider.ts';
import { showPhone } from '#contract/base/text.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import type { BookColumn } from '#shared/record-book/book-order.ts';
import { RecordBook, type ScreenProps } from '#shared/record-book/record-book.tsx';
import { referringForm } from './referring-form.tsx';
import { ReferringMerge } from './referring-merge.tsx';

const columns: BookColumn<ReferringProvider>[] = [
  { key: 'practice', title: 'Practice', text: (one) => one.PracticeName ?? '-', secondary: true },
  { key: 'npi', title: 'NPI', text: (one) => one.NationalProviderId ?? '-' },
  { key: 'phone', title: 'Phone', text: (one) => showPhone(one.Phone), secondary: true },
  { key: 'fax', title: 'Fax', text: (one) => showPhone(one.Fax), secondary: true },
];

const duplicatesIn = (rows: readonly ReferringProvider[]) =>
  duplicatesAmong(rows, referringKeys, (a, b) => sameReferring(a, b) !== null);

/** Who sends patients. */
export function ReferringScreen(screen: ScreenProps) {
  return (
    <RecordBook
      {...screen}
      form={referringForm}
      at="/addressBook/referringProvider"
      label="Referring providers"
      searchLabel="Name, practice, NPI or number"
      nameOf={referringName}
      columns={columns}
      duplicatesIn={duplicatesIn}
      empty={
        <EmptyState title="No referring providers">
          Add the providers who refer patients. Claims include their NPI.
        </EmptyState>
      }
      below={(entry) => <ReferringMerge entry={entry} onUnmerged={() => screen.onOpen(null)} />}
    />
  );
}
