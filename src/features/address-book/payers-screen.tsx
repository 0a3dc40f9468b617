import { useMemo } from 'react';
import { duplicatesAmong, payerKeys } from '#contract/address-book/duplicates.ts';
import type { Payer } from '#contract/address-book/payer.ts';
import { passes } from '#contract/base/permissions.ts';
import { showPhone } from '#contract/base/text.ts';
import { readAll } from '#local/reads/reads.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { useCurrentUser } from '#shared/session.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { BookList } from './book-list.tsx';
import type { BookColumn } from './book-order.ts';
import { BookState } from './book-state.tsx';
import { PayerDrawer } from './payer-drawer.tsx';
import { kindNames } from './payer-form.ts';
import type { ScreenProps } from './referring-screen.tsx';
import classes from './address-book.module.css';

const nameOf = (one: Payer) => `${one.Name}${one.Inactive ? ', inactive' : ''}`;
const columns: BookColumn<Payer>[] = [
  {
    key: 'name',
    title: 'Payer',
    text: nameOf,
    cell: (one) => <span className={one.Inactive ? classes.past : ''}>{nameOf(one)}</span>,
  },
  { key: 'kind', title: 'Kind', text: (one) => kindNames[one.Kind], secondary: true },
  { key: 'id', title: 'Payer id', text: (one) => one.ElectronicPayerId ?? '-' },
  { key: 'phone', title: 'Phone', text: (one) => showPhone(one.Phone), secondary: true },
];

/** Who pays: read from this device, changed on the server, from where every other device hears of it. */
export function PayersScreen({ open, onOpen }: ScreenProps) {
  const live = useLive(async () => (await readAll('payers')).filter((one) => !one.MergedIntoId), []);
  return (
    <BookState live={live} what="payers">
      {(rows) => <Loaded rows={rows} open={open} onOpen={onOpen} />}
    </BookState>
  );
}

function Loaded({ rows, open, onOpen }: ScreenProps & { rows: Payer[] }) {
  const { can } = useCurrentUser();
  const duplicates = useMemo(() => duplicatesAmong(rows, payerKeys, () => true), [rows]);
  const doubtful = useMemo(() => new Set(duplicates.keys()), [duplicates]);
  const known = rows.find((one) => one.PayerId === open);
  const mayChange = passes(can, { or: ['access billing', 'access payer rules'] });
  return (
    <>
      <BookList
        label="Payers"
        searchLabel="Name, kind, payer id or number"
        rows={rows}
        rowKey={(one) => one.PayerId}
        isInactive={(one) => one.Inactive}
        columns={columns}
        doubtful={doubtful}
        open={open}
        onOpen={onOpen}
        addLabel={mayChange ? 'New payer' : null}
        empty={
          <EmptyState title="No payer yet">Enter who pays for treatment: policies of patients name them.</EmptyState>
        }
      />
      <PayerDrawer
        id={open === 'new' && !mayChange ? null : open}
        likely={known ? (duplicates.get(known) ?? []) : []}
        all={rows}
        mayChange={mayChange}
        onOpen={onOpen}
        onClose={() => onOpen(null)}
      />
    </>
  );
}
