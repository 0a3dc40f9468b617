import { useId, type ReactNode } from 'react';

type ButtonProps = {
  children: ReactNode;
  kind?: 'filled' | 'plain' | 'danger';
  type?: 'button' | 'submit';
  isBusy?: boolean;
  onClick?: () => void;
};

/** A button; while it is busy it takes no second press. */
export function Button({ children, kind = 'plain', type = 'button', isBusy = false, onClick }: ButtonProps) {
  return (
    <button
      type={type === 'submit' ? 'submit' : 'button'}
      className={`button ${kind}`}
      aria-busy={isBusy}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.();
      }}
    >
      {children}
    </button>
  );
}

/** What a page says of itself: a refusal, or that something is done. */
export function Notice({ kind, children }: { kind: 'failure' | 'done' | 'note'; children: ReactNode }) {
  return (
    <p className={`notice ${kind}`} role={kind === 'failure' ? 'alert' : 'status'}>
      {children}
    </p>
  );
}

type CheckProps = { label: string; hint?: string | undefined; isChecked: boolean; onChange(isChecked: boolean): void };

export function Check({ label, hint, isChecked, onChange }: CheckProps) {
  const hintId = useId();
  return (
    <div className="check">
      <label>
        <input
          type="checkbox"
          checked={isChecked}
          aria-describedby={hint === undefined ? undefined : hintId}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      {hint !== undefined && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

type FieldProps = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  children: (wiring: { id: string; describedBy: string | undefined; isWrong: boolean }) => ReactNode;
};

/** A label, what helps to fill the field in, and what is wrong with it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const parts = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({ id, describedBy: parts.length > 0 ? parts.join(' ') : undefined, isWrong: error !== undefined })}
      {error !== undefined && (
        <p className="wrong" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
