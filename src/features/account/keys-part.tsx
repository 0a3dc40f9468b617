import { Switch } from '@mantine/core';
import { usePreferences } from '#shared/preferences.ts';
import { KeyHint } from '#shared/ui/key-hint/key-hint.tsx';
import classes from './account.module.css';

/** Whoever speaks to the computer, or rests a hand on the keys, presses letters unmeant (WCAG 2.1.4). */
export function KeysPart() {
  const [{ singleKeyShortcuts = true }, save] = usePreferences();
  return (
    <section className={classes.part} aria-labelledby="account-keys">
      <h2 className={classes.heading} id="account-keys">
        Keyboard
      </h2>
      <Switch
        label="Shortcuts of one key"
        description="Letters such as n or g o act at once. Switch this off if you dictate, or press letters by accident."
        checked={singleKeyShortcuts}
        onChange={(event) => void save({ singleKeyShortcuts: event.currentTarget.checked })}
      />
      <p className={classes.text}>
        <KeyHint keys="Ctrl+K" /> always opens the search, which also lists the shortcuts of a screen.
      </p>
    </section>
  );
}
