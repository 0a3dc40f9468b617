import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { Payer } from '#contract/address-book/payer.ts';
import { recordedServices } from '#contract/charges/recorded-services.ts';
import { isBilled } from '#contract/charges/recounted-services.ts';
import type { CptDescription, Service } from '#contract/charges/service.ts';
import { isTimed } from '#contract/charges/timed.ts';
import { billableUnits } from '#contract/charges/units.ts';
import type { Discipline, Provider } from '#contract/providers/provider.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { activeProviders } from '#local/reads/visits.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { moveByRow } from '#shared/ui/data-table/next-row.ts';
import { SavedState } from '#shared/ui/saved-state/saved-state.tsx';
import { toastUndo } from '#shared/ui/toasts/toasts.tsx';
import { cptOptions } from './cpt-options.ts';
import { complete, wrongOf, type ChargeRow } from './charges-autosave.ts';
import { isSplit, PerformedSplit } from './performed-split.tsx';
import type { ChargesEditing } from './use-charges.ts';
import { useSavedTold } from './use-saved-told.ts';
import { WhyUnits } from './why-units.tsx';
import classes from './charges.module.css';

type Props = {
  editing: ChargesEditing;
  visit: Visit;
  /** As the device holds them. */
  services: Service[];
  codes: readonly CptDescription[];
  discipline: Discipline;
  /** Who treats; missing where the device does not know them. */
  provider: Provider | undefined;
  /** Who pays first; null is the patient. */
  payer: Payer | null;
  /** What is still asked about who gave them. */
  asks: readonly string[];
  /** Why nothing can be entered, or null. */
  refusal: string | null;
};

/** What was done and for how long, and the units it comes to by the payer's rule (domain 6.1). */
export function ChargesPanel({ editing, visit, services, codes, discipline, provider, payer, asks, refusal }: Props) {
  const table = useRef<HTMLTableElement>(null);
  /** How many lines there are once the one just added is drawn; another drawing may come before that. */
  const awaited = useRef<number | null>(null);
  useEffect(() => {
    const lines = table.current?.querySelectorAll('tbody tr') ?? [];
    if (awaited.current === null || lines.length < awaited.current) return;
    awaited.current = null;
    lines[lines.length - 1]?.querySelector('input')?.focus();
  });
  const performers = useLiveValue(() => activeProviders(visit.FacilityId), [visit.FacilityId]) ?? [];
  const options = cptOptions(codes, discipline);
  const entries = complete(editing.rows);
  const counted = billableUnits(entries, codes, payer?.UnitMethod ?? 'cms');
  // What was billed stands as it was billed, whatever the rules say by now.
  const lines =
    isBilled(visit) || !provider ? services : recordedServices({ visit, entries, codes, provider, performers, payer });
  const total = lines.reduce((sum, line) => sum + line.Units, 0);
  useSavedTold(editing.saves, total, counted.totalTimedMinutes);
  const isExplained = lines.length > 0 && lines.every((line) => counted.units[line.ServiceId] === line.Units);
  const lineOf = (row: ChargeRow) => lines.find((line) => line.ServiceId === row.ServiceId);

  function remove(row: ChargeRow) {
    const before = editing.rows;
    editing.remove(row.ServiceId);
    if (row.CPT_Code) toastUndo(`${row.CPT_Code} removed.`, () => editing.put(before));
  }

  return (
    <section className={classes.panel} aria-labelledby="charges-title" id="charges">
      <div className={classes.head}>
        <h3 className={classes.title} id="charges-title">
          Charges
        </h3>
        <SavedState {...editing.state} />
        <span className={classes.total}>
          <b>{total}</b> {total === 1 ? 'unit' : 'units'}
          {counted.totalTimedMinutes > 0 && <> · {counted.totalTimedMinutes} timed min</>}
        </span>
        {isExplained && <WhyUnits entries={entries} codes={codes} payer={payer} />}
      </div>
      {editing.restored && (
        <p className={classes.restored} role="status">
          We restored the charges you were entering when Mainstay closed.
        </p>
      )}
      {refusal && <p className={classes.refusal}>{refusal}</p>}
      {asks.length > 0 && <p className={classes.refusal}>{asks.join(' ')}</p>}
      {editing.rows.length > 0 && (
        <table ref={table} className={classes.table} onKeyDown={rowKeys}>
          <thead>
            <tr>
              <th scope="col">CPT</th>
              <th scope="col">Minutes or count</th>
              <th scope="col" className={classes.number}>
                Units
              </th>
              <th scope="col">Modifiers</th>
              <th scope="col">
                <span className="visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {editing.rows.map((row, at) =>
              refusal !== null ? (
                <ReadLine
                  key={row.ServiceId}
                  row={row}
                  units={lineOf(row)?.Units}
                  modifiers={modifierWords(lineOf(row))}
                  codes={codes}
                />
              ) : (
                <ChargeLine
                  key={row.ServiceId}
                  row={row}
                  at={at}
                  timed={isTimed(row.CPT_Code, codes)}
                  wrong={wrongOf(row, codes)}
                  units={lineOf(row)?.Units}
                  modifiers={modifierWords(lineOf(row))}
                  options={options}
                  editing={editing}
                  split={
                    provider && (
                      <PerformedSplit row={row} at={at} own={provider} others={performers} editing={editing} />
                    )
                  }
                  onRemove={() => remove(row)}
                />
              ),
            )}
          </tbody>
        </table>
      )}
      {refusal === null && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => {
            awaited.current = editing.rows.length + 1;
            editing.add();
          }}
        >
          Add service
        </Button>
      )}
    </section>
  );
}

type LineProps = {
  row: ChargeRow;
  at: number;
  timed: boolean;
  /** Why the amount as typed is none, or null. */
  wrong: string | null;
  units: number | undefined;
  modifiers: string;
  options: { value: string; label: string }[];
  editing: ChargesEditing;
  /** Who gave it. */
  split: ReactNode;
  onRemove: () => void;
};

function ChargeLine({ row, at, timed, wrong, units, modifiers, options, editing, split, onRemove }: LineProps) {
  const line = `service ${at + 1}`;
  const amount = timed ? row.Minutes : row.Count;
  // A code the discipline does not choose from may still stand on an older visit.
  const known = row.CPT_Code === '' || options.some((option) => option.value === row.CPT_Code);
  const data = known ? options : [...options, { value: row.CPT_Code, label: row.CPT_Code }];
  return (
    <tr>
      <td className={classes.code}>
        <Select
          aria-label={`CPT, ${line}`}
          data={data}
          value={row.CPT_Code || null}
          onChange={(code) => code && editing.setCode(row.ServiceId, code)}
          onBlur={() => void editing.flush().catch(() => undefined)}
          searchable
          selectFirstOptionOnChange
          nothingFoundMessage="No code matches"
          placeholder="Code or words"
          allowDeselect={false}
          comboboxProps={{ position: 'top-start' }}
        />
      </td>
      <td>
        <TextInput
          aria-label={`${timed || !row.CPT_Code ? 'Minutes' : 'Count'}, ${line}`}
          inputMode="numeric"
          autoComplete="off"
          value={row.typed ?? amount ?? ''}
          error={wrong}
          maxLength={20}
          onChange={(event) => editing.setAmount(row.ServiceId, event.currentTarget.value)}
          onBlur={() => void editing.flush().catch(() => undefined)}
          disabled={row.CPT_Code === ''}
          // Minutes that were split are changed where they were split.
          readOnly={timed && isSplit(row)}
          rightSection={<span className={classes.unit}>{timed || !row.CPT_Code ? 'min' : '×'}</span>}
          classNames={{ root: classes.amount, input: 'tabular' }}
        />
      </td>
      <td className={classes.number}>{units ?? '-'}</td>
      <td className={classes.modifiers}>{modifiers || '-'}</td>
      <td className={classes.split}>
        {split}
        <ActionIcon aria-label={`Remove ${row.CPT_Code || line}`} onClick={onRemove}>
          <IconTrash size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
}

type ReadLineProps = {
  row: ChargeRow;
  units: number | undefined;
  modifiers: string;
  codes: readonly CptDescription[];
};

/** A line that stays as it is: words instead of fields nobody can use. */
function ReadLine({ row, units, modifiers, codes }: ReadLineProps) {
  const description = codes.find((code) => code.CPT_Code === row.CPT_Code)?.Description;
  return (
    <tr>
      <td className={classes.code}>
        {row.CPT_Code} {description}
      </td>
      <td className="tabular">{row.Minutes === null ? `${row.Count ?? 1} ×` : `${row.Minutes} min`}</td>
      <td className={classes.number}>{units ?? '-'}</td>
      <td className={classes.modifiers} colSpan={2}>
        {modifiers || '-'}
      </td>
    </tr>
  );
}

/** `CQ GP`; where only some units carry CQ or CO, on how many it stands. */
function modifierWords(line: Pick<Service, 'Modifiers' | 'AssistantUnits' | 'Units'> | undefined): string {
  if (!line) return '';
  const words = line.Modifiers.join(' ');
  return line.AssistantUnits === null ? words : `${words} (${line.AssistantUnits} of ${line.Units})`;
}

/** Enter goes down the column (spec 5), unless it just picked a code. */
function rowKeys(event: KeyboardEvent<HTMLTableElement>) {
  if (!event.defaultPrevented) moveByRow(event);
}
