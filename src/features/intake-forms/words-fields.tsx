import { Textarea, TextInput } from '@mantine/core';
import classes from './intake-forms.module.css';

type Pair = readonly [string, string];
type Props = {
  label: string;
  value: Pair | undefined;
  most: number;
  /** Several lines. */
  isLong?: boolean;
  /** Takes the focus when its question is opened. */
  isFirst?: boolean;
  onChange: (value: [string, string]) => void;
};

/** The same words in English and Spanish, side by side. */
export function WordsFields({ label, value = ['', ''], most, isLong = false, isFirst = false, onChange }: Props) {
  const field = (name: string, language: 'en' | 'es', at: 0 | 1) => {
    const shared = {
      label: `${label}, ${name}`,
      lang: language,
      maxLength: most,
      value: value[at],
      autoComplete: 'off',
      ...(isFirst && at === 0 && { 'data-first': true }),
      onChange: (event: { currentTarget: { value: string } }) => {
        const typed = event.currentTarget.value;
        onChange(at === 0 ? [typed, value[1]] : [value[0], typed]);
      },
    };
    return isLong ? <Textarea {...shared} autosize minRows={2} maxRows={12} /> : <TextInput {...shared} />;
  };
  return (
    <div className={classes.pair}>
      {field('English', 'en', 0)}
      {field('Spanish', 'es', 1)}
    </div>
  );
}
