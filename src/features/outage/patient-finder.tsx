import { useState } from 'react';
import { showDate } from '#contract/base/dates.ts';
import { showName, showPhone } from '#contract/base/text.ts';
import { useFoundNames, type SearchNames } from '#shared/hooks/use-found-names.ts';
import { useNamesakes } from '#shared/same-people/use-namesakes.ts';
import { SettledCount } from '#shared/ui/live-region/settled-count.tsx';
import { SearchBox } from '#shared/ui/search-box/search-box.tsx';
import classes from './outage.module.css';

type Props = {
  /** Every name of this device; the route hands it over from the sync worker. */
  search: SearchNames;
  onNavigate: (path: string) => void;
};

const most = 8;

/** A patient by name, birth date or phone, out of the names on this device. */
export function PatientFinder({ search, onNavigate }: Props) {
  const [typed, setTyped] = useState('');
  const reply = useFoundNames(search, typed, most);
  const found = typed.trim() === '' ? null : reply.found;
  const apart = useNamesakes(found ?? []);
  return (
    <>
      <SearchBox label="Search patients" placeholder="Name, birth date or phone" value={typed} onChange={setTyped} />
      <ul className={classes.list} aria-label="Patients found">
        {found?.map((person) => (
          <li key={person.PatientId}>
            <a
              className={classes.row}
              href={`/patients/${person.PatientId}`}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                onNavigate(`/patients/${person.PatientId}`);
              }}
            >
              <span className={classes.main}>{showName(person)}</span>
              <span className={classes.quiet}>
                {[showDate(person.DateOfBirth), showPhone(person.Phone), apart.get(person.PatientId)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p className={classes.quiet}>
        <SettledCount>{found === null ? '' : foundWords(found.length)}</SettledCount>
      </p>
    </>
  );
}

function foundWords(count: number): string {
  if (count === 0) return 'No one with that name on this device.';
  if (count >= most) return `First ${most} matches. Type more to narrow down.`;
  return count === 1 ? '1 match' : `${count} matches`;
}
