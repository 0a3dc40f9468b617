import { useState } from 'react';
import { Button } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import { useNarrow } from '#shared/hooks/use-narrow.ts';
import classes from './patients.module.css';

/** Charges and signature stay in sight; a phone may fold them away. */
export function Dock({ children }: { children: React.ReactNode }) {
  const narrow = useNarrow();
  const [folded, setFolded] = useState(narrow);
  const Arrow = folded ? IconChevronUp : IconChevronDown;
  return (
    <div className={classes.dock} data-layer-buttons>
      {narrow && (
        <Button
          variant="subtle"
          color="gray"
          fullWidth
          size="compact-sm"
          id="charges-fold"
          aria-expanded={!folded}
          leftSection={<Arrow size={16} aria-hidden />}
          onClick={() => setFolded(!folded)}
        >
          {folded ? 'Charges and signature' : 'Collapse'}
        </Button>
      )}
      {!(narrow && folded) && <div className={classes.dockBody}>{children}</div>}
    </div>
  );
}
