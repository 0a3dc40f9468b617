import { otherContactKinds, otherContactName, type OtherContact } from '#contract/address-book/other-contact.ts';
import { showPhone } from '#contract/base/text.ts';
import { readAll } from '#local/reads/reads.ts';
import { RecordDrawer } from '#shared/forms/record-drawer.tsx';
import { useOpenRecord } from '#shared/forms/use-open-record.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { BookList } from './book-list.tsx';
import type { BookColumn } from './book-order.ts';
import { BookState } from './book-state.tsx';
import { otherContactForm } from './other-contact-form.tsx';
import type { ScreenProps } from './referring-screen.tsx';
import classes from './address-book.module.css';

const keyOf = (one: OtherContact) => one.OtherContactId;
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
  { key: 'email', title: 'Email', text: (one) => one.Email ?? '-', secondary: true },
];

/** Adjusters, attorneys, employers and others that cases involve. */
export function OtherContactsScreen({ open, onOpen }: ScreenProps) {
  const live = useLive(() => readAll('otherContacts'), []);
  const about = useOpenRecord(open, live.state === 'ready' ? live.value : undefined, keyOf);
  return (
    <>
      <BookState live={live} what="contacts" worksOffline>
        {(rows) => (
          <BookList
            label="Other contacts"
            searchLabel="Name, kind, company or number"
            rows={rows}
            rowKey={keyOf}
            isInactive={(one) => one.Inactive}
            columns={columns}
            open={open}
            onOpen={onOpen}
            addLabel="New contact"
            worksOffline
            empty={
              <EmptyState title="No other contacts">
                Add adjusters, attorneys, employers and other people you call about a case.
              </EmptyState>
            }
          />
        )}
      </BookState>
      <RecordDrawer
        form={otherContactForm}
        at="/addressBook/otherContact"
        about={about}
        onReopen={({ of }) => onOpen(of ? keyOf(of) : 'new')}
        onClose={() => onOpen(null)}
      />
    </>
  );
}
