import { Button, SegmentedControl } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { showDate } from '#contract/base/dates.ts';
import type { PatientId } from '#contract/base/ids.ts';
import { showPhone } from '#contract/base/text.ts';
import type { PatientName } from '#contract/patients/patient-name.ts';
import { readPatients } from '#local/reads/patients.ts';
import { useFoundNames, type SearchNames } from '#shared/hooks/use-found-names.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useMay } from '#shared/session.ts';
import { useShortcut } from '#shared/shortcuts.ts';
import { useOnline } from '#shared/sync-state.ts';
import { useNamesakes } from '#shared/same-people/use-namesakes.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { SettledCount } from '#shared/ui/live-region/settled-count.tsx';
import { PersonName } from '#shared/ui/person-name/person-name.tsx';
import { SearchBox } from '#shared/ui/search-box/search-box.tsx';
import { usePatientLists, type ListNames, type PatientLists, type Which } from './use-patient-lists.ts';
import classes from './patient-list.module.css';

type Props = {
  /** The route hands it over from the sync worker. */
  search: SearchNames;
  listNames: ListNames;
  selected: PatientId | null;
  onNavigate: (path: string) => void;
  onNew: () => void;
};

const most = 100;

/** Search as you type over all names; while nothing is typed, today's patients, the charts opened last, or all. */
export function PatientList({ search, listNames, selected, onNavigate, onNew }: Props) {
  const [typed, setTyped] = useState('');
  const { found, failed, isCurrent } = useFoundNames(search, typed, most);
  const isEntered = useRef(false);
  const lists = usePatientLists(listNames, selected);
  const mayCreate = useMay('edit patients');
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useShortcut('n', 'New patient', onNew, mayCreate);
  useShortcut('f', 'Search patients', () => box.current?.focus());
  const isSearching = typed.trim() !== '';
  const rows = isSearching ? found : lists.rows;
  const here = useHere(rows ?? []);
  const apart = useNamesakes(rows ?? []);

  const linksNow = () => [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])];
  // Enter means what is typed: it must not open the first match of an earlier letter.
  useEffect(() => {
    if (isCurrent && isEntered.current) linksNow()[0]?.click();
    if (isCurrent) isEntered.current = false;
  }, [isCurrent]);

  function keys(event: KeyboardEvent) {
    const links = linksNow();
    const at = links.findIndex((link) => link === document.activeElement);
    if (event.key === 'ArrowDown') links[at + 1]?.focus();
    else if (event.key === 'ArrowUp') (at > 0 ? links[at - 1] : box.current)?.focus();
    else if (event.key === 'Enter' && at < 0 && !isCurrent) isEntered.current = true;
    else if (event.key === 'Enter' && at < 0) links[0]?.click();
    else return;
    event.preventDefault();
  }

  return (
    <section className={classes.pane} aria-label="Patients" onKeyDown={keys}>
      <div className={classes.head}>
        <h1 className={classes.title} tabIndex={-1} data-page-heading>
          Patients
        </h1>
        {mayCreate && (
          <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={onNew}>
            New
          </Button>
        )}
      </div>
      <div className={classes.search}>
        <SearchBox
          label="Search patients"
          placeholder="Name, birth date or phone"
          value={typed}
          onChange={(text) => {
            setTyped(text);
            isEntered.current = false;
          }}
          inputRef={box}
        />
      </div>
      {!isSearching && (
        <div className={classes.search}>
          <SegmentedControl
            fullWidth
            size="xs"
            mt={8}
            aria-label="Which patients"
            value={lists.which}
            onChange={(value) => lists.choose(value as Which)}
            data={[
              { value: 'today', label: 'Today' },
              { value: 'recent', label: 'Recent' },
              { value: 'all', label: 'All' },
            ]}
          />
        </div>
      )}
      <p className={classes.label}>
        <SettledCount>{isSearching ? resultWords(found) : listWords(lists)}</SettledCount>
      </p>
      {!isSearching && lists.which === 'today' && lists.mayBeMine && (
        <Button
          className={classes.mine ?? ''}
          size="compact-sm"
          variant={lists.isMine ? 'light' : 'default'}
          aria-pressed={lists.isMine}
          onClick={lists.toggleMine}
        >
          Mine
        </Button>
      )}
      {failed && (
        <EmptyState compact title="The search is not ready">
          Wait a moment and type again. Recent charts are still listed.
        </EmptyState>
      )}
      {!failed && rows?.length === 0 && (
        <EmptyState compact title={isSearching ? 'No one with that name' : emptyTitles[lists.which]}>
          {isSearching
            ? 'Check the spelling, or search by birth date as MM/DD/YYYY.'
            : 'Type a name to find a patient.'}
        </EmptyState>
      )}
      <ul ref={list} className={classes.list}>
        {(rows ?? []).map((person) => (
          <PatientRow
            key={person.PatientId}
            person={person}
            isSelected={person.PatientId === selected}
            isHere={here.has(person.PatientId)}
            apart={apart.get(person.PatientId) ?? ''}
            onNavigate={onNavigate}
          />
        ))}
      </ul>
      {!isSearching && lists.more > 0 && (
        <Button variant="subtle" size="compact-sm" m={8} onClick={lists.showMore}>
          Show {lists.more} more
        </Button>
      )}
    </section>
  );
}

type RowProps = {
  person: PatientName;
  isSelected: boolean;
  isHere: boolean;
  /** What tells them apart from another one of the name. */
  apart: string;
  onNavigate: (path: string) => void;
};

function PatientRow({ person, isSelected, isHere, apart, onNavigate }: RowProps) {
  const online = useOnline();
  const path = `/patients/${person.PatientId}`;
  return (
    <li className={classes.item}>
      <a
        className={classes.row}
        href={path}
        aria-current={isSelected ? 'page' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onNavigate(path);
        }}
      >
        <PersonName person={person} />
        <span className={classes.facts}>
          {showDate(person.DateOfBirth)}
          {person.Phone && <> · {showPhone(person.Phone)}</>}
          {apart && <> · {apart}</>}
          {!online && !isHere && <span className={classes.absent}> · not on this device yet</span>}
        </span>
      </a>
    </li>
  );
}

function resultWords(found: PatientName[] | null): string {
  if (!found) return 'Searching';
  if (found.length >= most) return `First ${most} matches. Type more to narrow down.`;
  return found.length === 1 ? '1 match' : `${found.length} matches`;
}

const emptyTitles: Record<Which, string> = {
  today: 'No patients today',
  recent: 'No charts opened yet',
  all: 'No patients yet',
};

function listWords({ which, rows, total }: PatientLists): string {
  if (which === 'recent') return 'Recently opened';
  if (!rows) return 'Loading';
  if (which === 'all') return total === 1 ? '1 patient' : `${total} patients`;
  return rows.length === 1 ? '1 patient today' : `${rows.length} patients today`;
}

/** Which of the rows have their chart on this device; all of them until that is known. */
function useHere(rows: PatientName[]): Set<string> {
  const ids = rows.map((row) => row.PatientId);
  const asked = ids.join();
  const known = useLiveValue(async () => ({ asked, here: await readPatients(ids) }), [asked]);
  return new Set(known?.asked === asked ? known.here.map((patient) => patient.PatientId) : ids);
}
