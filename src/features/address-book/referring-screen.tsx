import { useMemo } from 'react';
import { duplicatesAmong, referringKeys, sameReferring } from '#contract/address-book/duplicates.ts';
import { referringName, type ReferringProvider } from '#contract/address-book/referring-provider.ts';
import { showPhone } from '#contract/base/text.ts';
import { readAll } from '#local/reads/reads.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { BookList } from './book-list.tsx';
import type { BookColumn } from './book-order.ts';
import { BookState } from './book-state.tsx';
import { ReferringDrawer } from './referring-drawer.tsx';
import classes from './address-book.module.css';

export type ScreenProps = {
  /** The entry of the address, `new`, or null for the list alone. */
  open: string | null;
  onOpen: (id: string | null) => void;
};

const columns: BookColumn<ReferringProvider>[] = [
  { key: 'name', title: 'Name', text: nameOf, cell: (one) => <Name one={one} /> },
  { key: 'practice', title: 'Practice', text: (one) => one.PracticeName ?? '-', secondary: true },
  { key: 'npi', title: 'NPI', text: (one) => one.NationalProviderId ?? '-' },
  { key: 'phone', title: 'Phone', text: (one) => showPhone(one.Phone), secondary: true },
  { key: 'fax', title: 'Fax', text: (one) => showPhone(one.Fax), secondary: true },
];

function nameOf(one: ReferringProvider): string {
  return `${referringName(one)}${one.Inactive ? ', inactive' : ''}`;
}

function Name({ one }: { one: ReferringProvider }) {
  return <span className={one.Inactive ? classes.past : ''}>{nameOf(one)}</span>;
}

/** Who sends patients: read from this device, changed on the server. */
export function ReferringScreen({ open, onOpen }: ScreenProps) {
  const live = useLive(async () => (await readAll('referringProviders')).filter((one) => !one.MergedIntoId), []);
  return (
    <BookState live={live} what="referring providers">
      {(rows) => <Loaded rows={rows} open={open} onOpen={onOpen} />}
    </BookState>
  );
}

function Loaded({ rows, open, onOpen }: ScreenProps & { rows: ReferringProvider[] }) {
  const duplicates = useMemo(
    () => duplicatesAmong(rows, referringKeys, (a, b) => sameReferring(a, b) !== null),
    [rows],
  );
  const doubtful = useMemo(() => new Set(duplicates.keys()), [duplicates]);
  const known = rows.find((one) => one.ReferringProviderId === open);
  return (
    <>
      <BookList
        label="Referring providers"
        searchLabel="Name, practice, NPI or number"
        rows={rows}
        rowKey={(one) => one.ReferringProviderId}
        isInactive={(one) => one.Inactive === true}
        columns={columns}
        doubtful={doubtful}
        open={open}
        onOpen={onOpen}
        addLabel="New referring provider"
        empty={
          <EmptyState title="No referring provider yet">
            Enter who sends patients: cases name them, and claims carry their NPI.
          </EmptyState>
        }
      />
      <ReferringDrawer
        id={open}
        likely={known ? (duplicates.get(known) ?? []) : []}
        all={rows}
        onOpen={onOpen}
        onClose={() => onOpen(null)}
      />
    </>
  );
}
