import { useState } from 'react';
import { otherContactKinds, otherContactName, type OtherContact } from '#contract/address-book/contacts.ts';
import { showPhone } from '#contract/base/text.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { call } from '#shared/api.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { BookDrawer } from './book-drawer.tsx';
import { BookList } from './book-list.tsx';
import type { BookColumn } from './book-order.ts';
import { OtherContactFieldsForm } from './other-contact-fields.tsx';
import type { ScreenProps } from './referring-screen.tsx';
import classes from './address-book.module.css';

const nameOf = (one: OtherContact) => `${otherContactName(one)}${one.Inactive ? ', inactive' : ''}`;
const columns: BookColumn<OtherContact>[] = [
  {
    key: 'name',
    title: 'Name',
    text: nameOf,
    cell: (one) => <span className={one.Inactive ? classes.past : ''}>{nameOf(one)}</span>,
  },
  { key: 'kind', title: 'Kind', text: (one) => otherContactKinds[one.Kind] },
  { key: 'company', title: 'Company', text: (one) => one.Company ?? '-', secondary: true },
  { key: 'phone', title: 'Phone', text: (one) => showPhone(one.Phone), secondary: true },
  { key: 'email', title: 'E-mail', text: (one) => one.Email ?? '-', secondary: true },
];

/** Adjusters, attorneys, employers and others cases have to do with. */
export function OtherContactsScreen({ open, onOpen }: ScreenProps) {
  const fetched = useFetched(() => call('addressBook.otherContacts', {}));
  return (
    <FetchedPart of={fetched} what="contacts">
      {({ otherContacts }) => (
        <Loaded
          rows={otherContacts}
          open={open}
          onOpen={onOpen}
          onReload={fetched.load}
          onSaved={(saved) => {
            const others = otherContacts.filter((one) => one.OtherContactId !== saved.OtherContactId);
            fetched.put({ otherContacts: [...others, saved] });
            onOpen(null);
          }}
        />
      )}
    </FetchedPart>
  );
}

type LoadedProps = ScreenProps & {
  rows: OtherContact[];
  onReload: () => void;
  onSaved: (saved: OtherContact) => void;
};

function Loaded({ rows, open, onOpen, onReload, onSaved }: LoadedProps) {
  const [reloads, setReloads] = useState(0);
  const known = rows.find((one) => one.OtherContactId === open) ?? null;
  return (
    <>
      <BookList
        label="Other contacts"
        searchLabel="Name, kind, company or number"
        rows={rows}
        rowKey={(one) => one.OtherContactId}
        isInactive={(one) => one.Inactive}
        columns={columns}
        open={open}
        onOpen={onOpen}
        addLabel="New contact"
        empty={
          <EmptyState title="No other contact yet">
            Enter adjusters, attorneys, employers and whoever else you reach about a case.
          </EmptyState>
        }
      />
      <BookDrawer
        open={open === 'new' || known !== null ? open : null}
        draftKey={unsavedKey.at('contact', '/addressBook/otherContact')}
        title={known ? otherContactName(known) : 'New contact'}
        form="other-contact"
        onClose={() => onOpen(null)}
      >
        {(onDirty) => (
          <OtherContactFieldsForm
            key={`${known?.OtherContactId ?? 'new'} ${known?.updated_at ?? ''} ${reloads}`}
            known={known}
            onDirty={onDirty}
            onReload={() => {
              setReloads(reloads + 1);
              onReload();
            }}
            onSaved={onSaved}
          />
        )}
      </BookDrawer>
    </>
  );
}
