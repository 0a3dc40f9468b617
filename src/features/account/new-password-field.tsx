import { PasswordInput } from '@mantine/core';
import type { RefObject } from 'react';
import {
  passwordProblem,
  shortestPassword,
  strengthWords,
  type PasswordSurroundings,
} from '#contract/account/password-rule.ts';
import { SettledCount } from '#shared/ui/live-region/settled-count.tsx';
import classes from './account.module.css';

type NewPasswordFieldProps = {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  around: PasswordSurroundings;
  /** What was wrong when it was sent. */
  error: string | null;
  field?: RefObject<HTMLInputElement | null>;
};

/** One field, which can be shown instead of typed twice; a sentence under it says whether it will do. */
export function NewPasswordField({
  label = 'New password',
  value,
  onChange,
  around,
  error,
  field,
}: NewPasswordFieldProps) {
  return (
    <div>
      <PasswordInput
        ref={field}
        label={label}
        description={`At least ${shortestPassword(around)} characters. A few words in a row are easy to remember.`}
        autoComplete="new-password"
        size="md"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        visibilityToggleButtonProps={{ 'aria-label': `Show the ${label.toLowerCase()}`, tabIndex: 0 }}
      />
      <p className={classes.strength}>
        <SettledCount>
          {value !== '' && error === null ? (passwordProblem(value, around) ?? strengthWords(value)) : ''}
        </SettledCount>
      </p>
    </div>
  );
}
