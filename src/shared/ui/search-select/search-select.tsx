import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { isNameIn } from '#contract/patients/name-words.ts';

type Option = { value: string; label: string };
type Props = Omit<
  SelectProps,
  'data' | 'value' | 'onChange' | 'searchable' | 'searchValue' | 'onSearchChange' | 'allowDeselect'
> & {
  data: readonly Option[];
  value: string | null;
  onChange: (value: string) => void;
  /** What the field says of its value, where `data` may lack it. */
  chosenLabel?: string;
  /** Whether `data` answers what is typed; false while somebody is asked. */
  isAnswer?: boolean;
  onTyped?: (typed: string) => void;
};

/**
 * A choice by typing: Enter takes the first match of what was typed, never clears what was chosen, and never sends
 * the form while the words in the field are not those of the value.
 */
export function SearchSelect({ data, value, onChange, chosenLabel, isAnswer = true, onTyped, filter, ...rest }: Props) {
  const [typed, setTyped] = useState('');
  const label = chosenLabel ?? data.find((one) => one.value === value)?.label ?? '';
  /** The words of the value stand there until somebody types: then everything is offered, later what matches. */
  const [isTyping, setTyping] = useState(false);
  const stop = () => setTyping(false);
  // Mantine knows only words that stand in `data`; a value that was given from outside may not, and nobody typed it.
  const words = value !== null && chosenLabel ? chosenLabel : null;
  const [shown, setShown] = useState<string | null>(null);
  if (words !== shown) {
    setShown(words);
    if (words !== null && !isTyping) setTyped(words);
  }
  return (
    <Select
      {...rest}
      data={[...data]}
      value={value}
      onChange={(next) => next !== null && onChange(next)}
      searchable
      allowDeselect={false}
      filter={
        filter ??
        (({ options }) => (isTyping ? options.filter((one) => 'label' in one && isNameIn(one.label, typed)) : options))
      }
      selectFirstOptionOnChange={isTyping && isAnswer && typed.trim() !== ''}
      onInput={() => setTyping(true)}
      onOptionSubmit={stop}
      onDropdownClose={stop}
      searchValue={typed}
      onSearchChange={(next) => {
        setTyped(next);
        onTyped?.(next);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && typed !== label) event.preventDefault();
      }}
    />
  );
}
