import { Alert, Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { LikePerson } from '#contract/same-people/endpoints.ts';
import type { AlikeAnswers } from '#shared/forms/alike.tsx';
import { PersonName } from '#shared/ui/person-name/person-name.tsx';
import { personFacts, sharedWords } from './person-facts.ts';
import classes from './like-people.module.css';

/** Who a new patient may be: the writer opens the chart that is there, or says that this is another person. */
export function LikePeople({ people, onOpen, onInsist }: AlikeAnswers & { people: readonly LikePerson[] }) {
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed stands at the end of the form, and this before it.
  useEffect(() => box.current?.focus(), [people]);
  return (
    <Alert ref={box} tabIndex={-1} color="yellow" variant="light" role="alert" mb="md">
      <p className={classes.title}>{titleOf(people.length)}</p>
      <ul className={classes.people}>
        {people.map((person) => (
          <li key={person.PatientId} className={classes.person}>
            <div>
              <PersonName person={person} />
              <div className={classes.facts}>{personFacts(person)}</div>
              <div className={classes.facts}>Same {sharedWords(person.shared)}</div>
            </div>
            {onOpen && (
              <Button size="xs" variant="default" onClick={() => onOpen(person.PatientId)}>
                This is the same person
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button size="xs" variant="default" onClick={onInsist}>
        {people.length === 1 ? 'This is another person' : 'This is none of them'}
      </Button>
    </Alert>
  );
}

function titleOf(count: number): string {
  return count === 1 ? 'You may already have this patient' : `You may already have this patient: ${count} are alike`;
}
