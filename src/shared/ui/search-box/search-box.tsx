import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { CloseButton, TextInput } from '@mantine/core';
import type { KeyboardEvent, Ref } from 'react';

type SearchBoxProps = {
  /** What is searched; read aloud, not drawn. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  placeholder?: string;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  inputRef?: Ref<HTMLInputElement>;
  w?: number | string;
};

/** Searches as you type; Esc empties it first. */
export function SearchBox({ label, value, onChange, placeholder, onKeyDown, inputRef, w }: SearchBoxProps) {
  function key(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Escape' && value !== '') {
      event.stopPropagation();
      onChange('');
    }
    onKeyDown?.(event);
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder ?? label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={key}
      autoComplete="off"
      spellCheck={false}
      w={w ?? '100%'}
      {...(inputRef ? { ref: inputRef } : {})}
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
      rightSection={
        value === '' ? null : <CloseButton size="sm" aria-label="Clear search" onClick={() => onChange('')} />
      }
    />
  );
}
