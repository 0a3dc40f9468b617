import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import { ActionIcon, TextInput } from '@mantine/core';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { isRealDate, showDate } from '#contract/base/dates.ts';
import { afterPress } from '#shared/after-press.ts';
import { DropPanel } from '../drop-panel/drop-panel.tsx';
import {
  maskDate,
  notADateSentence,
  refusedDate,
  storedDate,
  typedDate,
  withWholeYear,
  type DateLimits,
} from './date-text.ts';

const DateCalendar = lazy(() => import('./date-calendar.tsx').then((file) => ({ default: file.DateCalendar })));

type DateFieldProps = DateLimits & {
  label: ReactNode;
  /** `YYYY-MM-DD`, null, or what `onRefused` told. */
  value: string | null;
  /** Called with a date that may be taken, or null when the field was emptied. */
  onChange: (date: string | null) => void;
  /** The text that is no date, or the `YYYY-MM-DD` that may not be taken: the former date is meant no longer. */
  onRefused: (value: string) => void;
  error?: string | null;
  required?: boolean;
  /** False in forms that mark no field. */
  withAsterisk?: boolean;
  disabled?: boolean;
  description?: ReactNode;
  w?: number | string;
};

/** MM/DD/YYYY under a mask, stored as YYYY-MM-DD; refuses closed and too early dates (spec 5). */
export function DateField(props: DateFieldProps) {
  const {
    label,
    value,
    onChange,
    onRefused,
    error,
    required = false,
    withAsterisk = required,
    disabled = false,
    description,
    minDate,
    closedPeriodEnd,
    today,
    w = 160,
  } = props;
  const limits: DateLimits = {
    minDate: minDate ?? null,
    closedPeriodEnd: closedPeriodEnd ?? null,
    today: today ?? null,
  };
  const [typed, setTyped] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [refused, setRefused] = useState<string | null>(null);

  function type(text: string): void {
    const masked = maskDate(text);
    setTyped(masked);
    setRefused(null);
    if (masked === '') return onChange(null);
    if (masked.length < 10) return onRefused(masked);
    const date = storedDate(masked);
    take(date, date === null ? notADateSentence : refusedDate(date, limits), masked);
  }

  function take(date: string | null, reason: string | null, text: string): void {
    setRefused(reason);
    if (date !== null && reason === null) onChange(date);
    else onRefused(date ?? text);
  }

  function leave(): void {
    if (typed === null) return;
    const meant = withWholeYear(typed, limits);
    if (meant && 'asks' in meant) return afterPress(() => setRefused(meant.asks));
    if (meant) {
      const reason = refusedDate(meant.date, limits);
      take(meant.date, reason, typed);
      return setTyped(reason === null ? null : showDate(meant.date));
    }
    if (typed !== '' && storedDate(typed) === null) afterPress(() => setRefused(notADateSentence));
    else if (refused === null) setTyped(null);
  }

  function pick(date: string): void {
    setOpened(false);
    button?.focus();
    setTyped(null);
    setRefused(null);
    onChange(date);
  }

  return (
    <TextInput
      label={label}
      description={description}
      value={typed ?? typedDate(value)}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
      error={refused ?? error}
      required={required}
      withAsterisk={withAsterisk}
      disabled={disabled}
      placeholder="MM/DD/YYYY"
      inputMode="numeric"
      autoComplete="off"
      w={w}
      classNames={{ input: 'tabular' }}
      rightSection={
        <>
          <ActionIcon
            ref={setButton}
            size={26}
            disabled={disabled}
            aria-label="Open calendar"
            aria-haspopup="dialog"
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            <IconCalendar size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
          <DropPanel label="Calendar" anchor={button} opened={opened} onClose={() => setOpened(false)}>
            <Suspense fallback={<div style={{ width: 252, height: 292 }} />}>
              <DateCalendar value={value && isRealDate(value) ? value : null} limits={limits} onPick={pick} />
            </Suspense>
          </DropPanel>
        </>
      }
    />
  );
}
