import { Button, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { newId } from '#local/store/new-id.ts';
import { emptyContact, type PayerValues } from './payer-form.ts';
import classes from './address-book.module.css';

/** Whom to ask at a payer; as many as there are. */
export function PayerContacts({ form }: { form: UseFormReturnType<PayerValues> }) {
  const { contacts } = form.values;
  function add(): void {
    const id = newId();
    form.insertListItem('contacts', emptyContact(id));
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-contact="${id}"]`)?.focus());
  }
  return (
    <fieldset className={classes.part}>
      <legend>Contacts</legend>
      {contacts.length === 0 && <p className={classes.hint}>Nobody yet. Enter whom to ask about claims and such.</p>}
      {contacts.map((one, at) => (
        <fieldset key={one.PayerContactId} className={`${classes.bare} ${classes.contact}`}>
          <legend className="visually-hidden">Contact {at + 1}</legend>
          <SimpleGrid cols={2} spacing="sm" verticalSpacing="xs">
            <TextInput
              label="Name"
              maxLength={80}
              data-contact={one.PayerContactId}
              {...form.getInputProps(`contacts.${at}.Name`)}
            />
            <TextInput
              label="Asked about"
              placeholder="Such as authorizations"
              maxLength={60}
              {...form.getInputProps(`contacts.${at}.Department`)}
            />
            <TextInput label="Phone" type="tel" maxLength={20} {...form.getInputProps(`contacts.${at}.Phone`)} />
            <TextInput label="Fax" type="tel" maxLength={20} {...form.getInputProps(`contacts.${at}.Fax`)} />
          </SimpleGrid>
          <TextInput label="E-mail" type="email" maxLength={120} {...form.getInputProps(`contacts.${at}.Email`)} />
          <Button
            variant="subtle"
            size="xs"
            aria-label={`Remove ${one.Name || `contact ${at + 1}`}`}
            onClick={() => form.removeListItem('contacts', at)}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      {contacts.length < 20 && (
        <Button variant="default" size="xs" onClick={add}>
          Add a contact
        </Button>
      )}
    </fieldset>
  );
}
