import { TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import classes from './users.module.css';

export type Person = { FirstName: string; LastName: string; Email: string };
export type PersonErrors = Partial<Record<keyof Person, string>>;

const rules: Record<keyof Person, (text: string) => string | null> = {
  FirstName: (text) => (text.trim() === '' ? 'Enter the first name.' : null),
  LastName: (text) => (text.trim() === '' ? 'Enter the last name.' : null),
  Email: (text) => (z.email().max(120).safeParse(text.trim()).success ? null : 'This is not a valid email.'),
};

export function personErrors(person: Person): PersonErrors {
  const wrong = Object.entries(rules).flatMap(([field, rule]) => {
    const sentence = rule(person[field as keyof Person]);
    return sentence === null ? [] : [[field, sentence]];
  });
  return Object.fromEntries(wrong) as PersonErrors;
}

type Props = { value: Person; errors: PersonErrors; disabled?: boolean; onChange: (value: Person) => void };

/** Name and address of a user. */
export function PersonFields({ value, errors, disabled = false, onChange }: Props) {
  const fields = useRef<HTMLDivElement>(null);
  // The first thing wrong takes the focus, each time it is told.
  useEffect(() => fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [errors]);
  const field = (name: keyof Person, label: string, type = 'text') => (
    <TextInput
      label={label}
      type={type}
      maxLength={name === 'Email' ? 120 : 60}
      value={value[name]}
      error={errors[name]}
      disabled={disabled}
      autoComplete="off"
      onChange={(event) => onChange({ ...value, [name]: event.currentTarget.value })}
    />
  );
  return (
    <div ref={fields} className={classes.pair}>
      {field('FirstName', 'First name')}
      {field('LastName', 'Last name')}
      {field('Email', 'Email', 'email')}
    </div>
  );
}
