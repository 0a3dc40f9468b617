import { MultiSelect, Select, Switch, Textarea, TextInput, type ComboboxData, type ComboboxItem } from '@mantine/core';
import type { ChangeEvent, ReactNode } from 'react';
import type { Field } from '#contract/record/fields.ts';
import type { AnyRecord } from '#contract/record/record.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import { sentenceOf } from './form-errors.ts';
import { PartsField } from './parts-field.tsx';
import { useFormAround } from './record-form-context.ts';

type FieldProps<Name extends string> = {
  of: Name;
  /** Where the field is called otherwise than its record says. */
  label?: string;
  description?: string;
  placeholder?: string;
  /** The rows to choose from. */
  options?: ComboboxData;
  /** Said where there is no such option. */
  nothingFound?: string;
  type?: 'tel';
  isSearchable?: boolean;
  hasFocus?: boolean;
  /** Of a date that cannot be later than today. */
  isPast?: boolean;
  /** What of the form follows from what is chosen or typed. */
  sets?: (chosen: string | null) => object;
};
export type FieldOf<R extends AnyRecord> = (props: FieldProps<keyof R['fields'] & string>) => ReactNode;

/** One field of a record in the input that fits its kind, with its label and the sentence of what is wrong with it. */
export function RecordField({ of, label, hasFocus = false, isPast = false, sets, ...more }: FieldProps<string>) {
  const { fields, form, at } = useFormAround();
  const today = useClinicToday();
  const field = fields[of];
  if (!field) throw new Error(`No form has a field ${of}.`);
  const name = `${at}${of}`;
  const isRequired = field.asks !== null;
  const shared = { label: label ?? field.label, ...(hasFocus && { 'data-autofocus': true }) };
  const set = (value: string | null) => form.setValues({ [name]: value, ...sets?.(value) });
  if (field.kind.is === 'day') {
    return (
      <DateField
        {...shared}
        required={isRequired}
        withAsterisk={false}
        {...(more.description && { description: more.description })}
        w="100%"
        {...(isPast && { today })}
        value={(form.getInputProps(name) as { value?: string | null }).value ?? null}
        onChange={(date) => (sets ? set(date) : form.setFieldValue(name, date))}
        onRefused={(refused) => form.setFieldValue(name, refused)}
        error={sentenceOf(form.errors, name)}
      />
    );
  }
  if (field.kind.is === 'flag') {
    const isOn = form.getInputProps(name, { type: 'checkbox' }) as object;
    return <Switch {...shared} {...(more.description && { description: more.description })} {...isOn} />;
  }
  if (field.kind.is === 'parts')
    return <PartsField name={name} label={shared.label} {...more} kind={field.kind} Field={RecordField} />;
  const input = { ...shared, 'aria-required': isRequired, ...form.getInputProps(name) };
  const chooses = sets && {
    onChange: (to: string | null | ChangeEvent<HTMLInputElement>) =>
      set(to === null || typeof to === 'string' ? to : to.currentTarget.value),
  };
  return <Typed field={field} shared={{ ...input, ...chooses }} more={more} />;
}

type TypedProps = {
  field: Field;
  shared: { label: string; 'aria-required': boolean };
  more: Omit<FieldProps<string>, 'of' | 'label' | 'hasFocus' | 'isPast' | 'sets'>;
};

function Typed({ field: { kind, label, asks }, shared, more }: TypedProps) {
  const { description, placeholder, options, nothingFound, isSearchable = false, type } = more;
  const hints = { ...(description && { description }), ...(placeholder && { placeholder }) };
  switch (kind.is) {
    case 'text':
      return <Textarea {...shared} {...hints} autosize minRows={2} maxRows={6} />;
    case 'choice':
    case 'ref':
    case 'listed':
      return (
        <Select
          {...shared}
          {...hints}
          data={options ?? (kind.is === 'choice' ? choicesOf(kind.names) : [])}
          allowDeselect={false}
          searchable={isSearchable}
          clearable={asks === null}
          clearButtonProps={{ 'aria-label': `Clear ${label}` }}
          limit={50}
          {...(nothingFound && { nothingFoundMessage: nothingFound })}
        />
      );
    case 'either':
      return (
        <Select
          {...shared}
          {...hints}
          data={[
            { value: 'yes', label: kind.yes },
            { value: 'no', label: kind.no },
          ]}
          allowDeselect={false}
          clearable
          clearButtonProps={{ 'aria-label': `Clear ${label}` }}
        />
      );
    case 'choices':
      return <MultiSelect {...shared} {...hints} data={choicesOf(kind.names)} clearable />;
    case 'refs':
      return <MultiSelect {...shared} {...hints} data={options ?? []} searchable />;
    case 'count':
      return <TextInput {...shared} {...hints} inputMode="numeric" maxLength={String(kind.most).length} />;
    case 'decimal':
      return <TextInput {...shared} {...hints} inputMode="decimal" maxLength={14} />;
    case 'ages':
      return <TextInput {...shared} {...hints} placeholder="All ages" maxLength={10} />;
    case 'phone':
      return <TextInput {...shared} {...hints} type="tel" maxLength={20} />;
    case 'email':
      return <TextInput {...shared} {...hints} type="email" maxLength={120} />;
    case 'zip':
    case 'npi':
      return <TextInput {...shared} {...hints} inputMode="numeric" maxLength={10} />;
    default:
      return (
        <TextInput {...shared} {...hints} {...(type && { type })} {...('most' in kind && { maxLength: kind.most })} />
      );
  }
}

function choicesOf(names: Readonly<Record<string, string>>): ComboboxItem[] {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
}
