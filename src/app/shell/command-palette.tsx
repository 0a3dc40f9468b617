/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a combobox with its listbox: the input has the keyboard */
import { Modal } from '@mantine/core';
import {
  Fragment,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { endTypeAhead, typedAhead } from '#shared/type-ahead.ts';
import { KeyHint } from '#shared/ui/key-hint/key-hint.tsx';
import { SettledCount } from '#shared/ui/live-region/settled-count.tsx';
import { PersonName } from '#shared/ui/person-name/person-name.tsx';
import classes from './command-palette.module.css';
import type { PaletteItem } from './palette-items.ts';
import { usePaletteItems } from './use-palette-items.ts';

/** Ctrl-K: patients, screens and actions in one list, from the device alone. */
export function CommandPalette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal.Root opened={opened} onClose={onClose} size={560} yOffset="12dvh" transitionProps={{ duration: 0 }}>
      <Modal.Overlay backgroundOpacity={0.3} />
      <Modal.Content aria-label="Search">
        <Modal.Body p={0}>
          <Palette onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState(() => typedAhead().text);
  const [marked, setMarked] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus();
    endTypeAhead();
  }, []);
  const listId = useId();
  const { items, areCurrent } = usePaletteItems(typed);
  const isEntered = useRef(typedAhead().isEntered);
  const at = Math.min(marked, items.length - 1);
  const current = items[at];

  function choose(item: PaletteItem): void {
    onClose();
    item.run();
  }

  // Enter means what is typed: it must not open the first match of an earlier letter.
  const chooseMarked = useEffectEvent(() => {
    if (isEntered.current && current) choose(current);
    isEntered.current = false;
  });
  useEffect(() => {
    if (areCurrent) chooseMarked();
  }, [areCurrent]);

  function key(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Enter' && areCurrent && current) choose(current);
    else if (event.key === 'Enter') isEntered.current = !areCurrent;
    else if (event.key === 'ArrowDown') setMarked(Math.min(at + 1, items.length - 1));
    else if (event.key === 'ArrowUp') setMarked(Math.max(at - 1, 0));
    else return;
    event.preventDefault();
  }

  return (
    <>
      <input
        ref={input}
        className={classes.input}
        role="combobox"
        aria-label="Search patients, screens and actions"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={current ? `${listId}-${at}` : undefined}
        aria-autocomplete="list"
        placeholder="Search patients, screens, actions"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setMarked(0);
          isEntered.current = false;
        }}
        onKeyDown={key}
      />
      <SettledCount className="visually-hidden">
        {items.length === 1 ? '1 result' : `${items.length} results`}
      </SettledCount>
      {items.length === 0 && (
        <p className={classes.note}>
          No results. The search covers names, phone numbers and birth dates on this device.
        </p>
      )}
      <ul className={classes.list} role="listbox" id={listId} aria-label="Search results">
        {items.map((item, index) => (
          <Fragment key={item.id}>
            {item.group !== items[index - 1]?.group && (
              <li role="presentation" className={classes.group}>
                {item.group}
              </li>
            )}
            {/* The combobox above has the keyboard; the mouse may choose here too. */}
            <li
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === at}
              className={classes.option}
              onMouseMove={() => setMarked(index)}
              onClick={() => choose(item)}
            >
              <item.icon size={18} stroke={1.5} aria-hidden />
              {item.person ? <PersonName person={item.person} /> : item.label}
              {item.detail && <span className={`${classes.detail} tabular`}>{item.detail}</span>}
              {item.keys && (
                <span className={classes.detail}>
                  <KeyHint keys={item.keys} />
                </span>
              )}
            </li>
          </Fragment>
        ))}
      </ul>
    </>
  );
}
