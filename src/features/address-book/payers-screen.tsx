import { Button } from '@mantine/core';
import { useState } from 'react';
import { payerKinds } from '#contract/address-book/applied-rules.ts';
import { duplicatesAmong, payerKeys } from '#contract/address-book/duplicates.ts';
import { payer, type Payer } from '#contract/address-book/payer.ts';
import { mayEnter } from '#contract/base/permissions.ts';
import { showPhone } from '#contract/base/text.ts';
import { useCurrentUser, useMay } from '#shared/session.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import type { BookColumn } from '#shared/record-book/book-order.ts';
import { payerForm } from './payer-form.tsx';
import { PayerMerge } from './payer-merge.tsx';
import { PayerRulesDrawer } from './payer-rules-drawer.tsx';
import { RecordBook, type Entry, type ScreenProps } from '#shared/record-book/record-book.tsx';
import classes from './address-book.module.css';

const columns: BookColumn<Payer>[] = [
  { key: 'kind', title: 'Kind', text: (one) => payerKinds[one.Kind], secondary: true },
  { key: 'id', title: 'Payer ID', text: (one) => one.ElectronicPayerId ?? '-' },
  { key: 'phone', title: 'Phone', text: (one) => showPhone(one.Phone), secondary: true },
];

const duplicatesIn = (rows: readonly Payer[]) => duplicatesAmong(rows, payerKeys, () => true);

/** Who pays, with the rules of each for who may access them. */
export function PayersScreen({ open, onOpen }: ScreenProps) {
  const mayChange = mayEnter(useCurrentUser(), payer.may);
  const maySetRules = useMay('access payer rules');
  const [ruled, setRuled] = useState<string | null>(null);
  return (
    <>
      <RecordBook
        open={ruled === null ? open : null}
        onOpen={onOpen}
        form={payerForm}
        at="/addressBook/payer"
        label="Payers"
        searchLabel="Name, kind, payer ID or number"
        nameOf={(one) => one.Name}
        columns={columns}
        duplicatesIn={duplicatesIn}
        mayChange={mayChange}
        empty={<EmptyState title="No payers">Add the payers of your patients’ policies.</EmptyState>}
        below={(entry) => (
          <>
            {!mayChange && <p className={classes.hint}>Billers and administrators can change payers.</p>}
            {maySetRules && <RulesAndMerge entry={entry} onRules={setRuled} />}
          </>
        )}
      />
      <PayerRulesDrawer
        id={ruled}
        onReopen={setRuled}
        onClose={() => {
          setRuled(null);
          onOpen(null);
        }}
      />
    </>
  );
}

function RulesAndMerge({ entry, onRules }: { entry: Entry<Payer>; onRules: (id: string) => void }) {
  const { row, leaveFor } = entry;
  return (
    <>
      <section className={classes.part} aria-label="Rules">
        <p className={classes.hint}>Rules say how visits are counted and billed for this payer.</p>
        <Button variant="default" size="xs" onClick={() => leaveFor(() => onRules(row.PayerId))}>
          Open rules
        </Button>
      </section>
      <PayerMerge entry={entry} />
    </>
  );
}
