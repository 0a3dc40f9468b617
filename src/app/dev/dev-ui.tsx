import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import classes from './dev-ui.module.css';
import { DevControls } from './dev-controls.tsx';
import { DevMemory } from './dev-memory.tsx';
import { DevWords } from './dev-words.tsx';

/** /dev/ui: the whole design language on one page, without login and without patient data. */
export function DevUiRoute() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes.page}>
      <title>Design language · Mainstay</title>
      <header className={classes.bar}>
        <img src="/icons/mainstay.svg" width={24} height={24} alt="" />
        <h1>Design language</h1>
        <SegmentedControl
          ml="auto"
          size="xs"
          aria-label="Colour scheme"
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
            { value: 'auto', label: 'Device' },
          ]}
          value={colorScheme}
          onChange={(value) => setColorScheme(value === 'dark' || value === 'auto' ? value : 'light')}
        />
      </header>
      <main className={classes.body}>
        <DevWords />
        <DevControls />
        <DevMemory />
      </main>
    </div>
  );
}
