import type { ChangeEvent } from 'react';
import { nationalDigits } from '#contract/base/phone.ts';
import { showPhone } from '#contract/base/text.ts';

type InputProps = { value?: unknown; onChange?: (value: string) => void };

/** A field that keeps ten digits and shows them as a phone number; what is not complete stays as it is typed. */
export function phoneShown<Props extends InputProps>(props: Props) {
  const value = String(props.value ?? '');
  return {
    ...props,
    value: nationalDigits(value) === null ? value : showPhone(value),
    onChange: ({ currentTarget: { value: typed } }: ChangeEvent<HTMLInputElement>) =>
      props.onChange?.(nationalDigits(typed) ?? typed),
  };
}

/** A field that keeps five or nine digits and shows nine with their dash. */
export function zipShown<Props extends InputProps>(props: Props) {
  const value = String(props.value ?? '');
  return {
    ...props,
    value: /^\d{9}$/.test(value) ? `${value.slice(0, 5)}-${value.slice(5)}` : value,
    onChange: ({ currentTarget: { value: typed } }: ChangeEvent<HTMLInputElement>) =>
      props.onChange?.(/^\d{5}-\d{4}$/.test(typed.trim()) ? typed.trim().replace('-', '') : typed),
  };
}
