import { otherContactKinds, otherContactName, type OtherContact } from '#contract/address-book/other-contact.ts';
import { showPhone } from '#contract/base/text.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import type { BookColumn } from '#shared/record-book/book-order.ts';
import { otherContactForm } from './other-contact-form.tsx';
import { RecordBook, type ScreenProps } from '#shared/record-book/record-book.tsx';

const columns: BookColumn<OtherContact>[] = [
  { key: 'kind', title: 'Kind', text: (one) => otherContactKinds[one.Kind] },
  { key: 'company', title: 'Company', text: (one) => one.Company ?? '-', secondary: true },
  { key: 'phone', title: 'Phone', text: (one) => showPhone(one.Phone), secondary: true },
  { key: 'email', title: 'Email', text: (one) => one.Email ?? '-', secondary: true },
];

/** Adjusters, attorneys, employers and others that cases involve. */
export function OtherContactsScreen(screen: ScreenProps) {
  return (
    <RecordBook
      {...screen}
      form={otherContactForm}
      at="/addressBook/otherContact"
      label="Other contacts"
      searchLabel="Name, kind, company or number"
      nameOf={otherContactName}
      columns={columns}
      empty={
        <EmptyState title="No other contacts">
          Add adjusters, attorneys, employers and other people you call about a case.
        </EmptyState>
      }
    />
  );
}
