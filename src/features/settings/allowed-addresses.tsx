import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { isSameValue } from '#contract/base/same-value.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { listRefusal, type AllowedAddress } from '#contract/session/allowed-addresses.ts';
import { AllowedAddresses as AllowedAddressesReply } from '#contract/settings/endpoints.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { call } from '#shared/api.ts';
import { useDraftOver } from '#shared/autosave/use-draft-over.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useOnline } from '#shared/sync-state.ts';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { FieldError } from '#shared/ui/field-error/field-error.tsx';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import part from '#shared/ui/part/part.module.css';
import classes from './settings.module.css';

type Allowed = ReplyOf<'settings.allowedAddresses'>;

/** From where people may use this site: addresses and ranges, each with a note. */
export function AllowedAddresses() {
  const fetched = useFetched<Allowed>(() => call('settings.allowedAddresses', {}));
  return (
    <section aria-labelledby="allowed-addresses">
      <h2 id="allowed-addresses" className={part.heading}>
        Allowed addresses
      </h2>
      <p className={classes.help}>
        If the list is empty, people can sign in from anywhere. Otherwise, only from these addresses and ranges. A
        device elsewhere can still be unlocked offline for up to 72 hours. It syncs when it is back.
      </p>
      <FetchedPart of={fetched} what="allowed addresses" rows={2}>
        {(allowed) => <Editor key={JSON.stringify(allowed)} allowed={allowed} onSaved={fetched.put} />}
      </FetchedPart>
    </section>
  );
}

type EditorProps = { allowed: Allowed; onSaved: (allowed: Allowed) => void };
/** `id` keeps a line itself while those before it go. */
type Line = AllowedAddress & { id: number };
type Lines = { lines: Line[] };

const linesOf = (addresses: readonly AllowedAddress[]): Lines => ({
  lines: addresses.map((one, id) => ({ ...one, id })),
});
const addressesOf = ({ lines }: Lines) =>
  lines.map(({ network, note }) => ({ network: network.trim(), note: note.trim() }));
const ofList = {
  nowOf(current: unknown): Lines | null {
    const { data } = AllowedAddressesReply.pick({ addresses: true }).safeParse(current);
    return data ? linesOf(data.addresses) : null;
  },
};

function Editor({ allowed, onSaved }: EditorProps) {
  const { yourAddress } = allowed;
  const isOnline = useOnline();
  const [opened] = useState(() => linesOf(allowed.addresses));
  const typed = useDraftOver(unsavedKey.at('addresses', '/company/settings'), opened, ofList);
  const { before, values } = typed;
  const { lines } = values;
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const addresses = addressesOf(values);
  const base = { addresses: addressesOf(before) };
  const isChanged = !isSameValue(addresses, base.addresses);

  function change(next: Line[]): void {
    typed.setValues({ lines: next });
    setProblem(null);
  }

  function add(network: string, note: string): void {
    change([...lines, { network, note, id: 1 + Math.max(-1, ...lines.map((line) => line.id)) }]);
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const refusal = listRefusal(
      addresses.map(({ network }) => network),
      yourAddress,
    );
    if (refusal !== null) return setProblem(refusal);
    setBusy(true);
    try {
      const saved = await call('settings.saveAllowedAddresses', { addresses, base });
      typed.drop();
      onSaved(saved);
      toastDone(addresses.length === 0 ? 'People can sign in from anywhere.' : 'The allowed addresses are saved.');
    } catch (error) {
      if (typed.meet(error)) return;
      setProblem(error instanceof Error ? error.message : 'That did not work. Nothing was changed. Try again.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      {typed.refusal}
      <p className={classes.help}>
        Your address is <code className={classes.code}>{yourAddress}</code>. The list must include it.
      </p>
      <ul className={part.list} aria-labelledby="allowed-addresses">
        {lines.map((line, at) => (
          <LineFields
            key={line.id}
            line={line}
            at={at + 1}
            disabled={!isOnline}
            onChange={(next) => change(lines.map((one) => (one.id === line.id ? next : one)))}
            onRemove={() => change(lines.filter((one) => one.id !== line.id))}
          />
        ))}
      </ul>
      <div role="alert">
        <FieldError id="allowed-addresses-problem">{problem}</FieldError>
      </div>
      <div className={classes.controls}>
        <Button variant="default" disabled={!isOnline} onClick={() => add('', '')}>
          Add an address
        </Button>
        {!addresses.some(({ network }) => network === yourAddress) && (
          <Button variant="default" disabled={!isOnline} onClick={() => add(yourAddress, '')}>
            Add your address
          </Button>
        )}
        <Button type="submit" loading={isBusy} disabled={!isOnline || !isChanged}>
          Save addresses
        </Button>
        {isChanged && (
          <Button
            variant="default"
            onClick={() => {
              typed.undo();
              setProblem(null);
            }}
          >
            Undo changes
          </Button>
        )}
      </div>
    </form>
  );
}

type LineProps = { line: Line; at: number; disabled: boolean; onChange: (line: Line) => void; onRemove: () => void };

function LineFields({ line, at, disabled, onChange, onRemove }: LineProps) {
  return (
    <li className={part.line}>
      <TextInput
        className={classes.words}
        aria-label={`Address or range ${at}`}
        placeholder="192.0.2.0/24"
        maxLength={50}
        autoComplete="off"
        spellCheck={false}
        value={line.network}
        disabled={disabled}
        autoFocus={line.network === ''}
        onChange={(event) => onChange({ ...line, network: event.currentTarget.value })}
      />
      <TextInput
        className={classes.words}
        aria-label={`Note on address ${at}`}
        placeholder="Such as Main office"
        maxLength={80}
        autoComplete="off"
        value={line.note}
        disabled={disabled}
        onChange={(event) => onChange({ ...line, note: event.currentTarget.value })}
      />
      <Button
        variant="default"
        size="xs"
        disabled={disabled}
        aria-label={`Remove ${line.network || `address ${at}`}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  );
}
