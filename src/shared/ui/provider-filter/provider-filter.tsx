import { Button } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { lazy, Suspense, useState } from 'react';
import type { ProviderId } from '#contract/base/ids.ts';
import { providerName, type Provider } from '#contract/providers/provider.ts';
import { DropPanel } from '../drop-panel/drop-panel.tsx';

const ProviderChoice = lazy(() => import('./provider-choice.tsx').then((file) => ({ default: file.ProviderChoice })));

type Props = {
  providers: Provider[];
  /** Empty is every provider. */
  chosen: ProviderId[];
  /** The signed-in clinician, for 'Mine'. */
  own: ProviderId | null;
  onChoose: (chosen: ProviderId[]) => void;
};

/** Whose visits are shown: mine, everybody's, or some. */
export function ProviderFilter({ providers, chosen, own, onChoose }: Props) {
  const [opened, setOpened] = useState(false);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const isMine = own !== null && chosen.length === 1 && chosen[0] === own;
  return (
    <>
      {own && (
        <Button
          variant={isMine ? 'light' : 'default'}
          h={32}
          px={12}
          aria-pressed={isMine}
          onClick={() => onChoose(isMine ? [] : [own])}
        >
          Mine
        </Button>
      )}
      <Button
        ref={setButton}
        variant="default"
        h={32}
        px={12}
        rightSection={<IconChevronDown size={14} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        {wordsFor(providers, chosen)}
      </Button>
      <DropPanel label="Which providers" anchor={button} opened={opened} onClose={() => setOpened(false)}>
        <Suspense fallback={<div style={{ width: 180, height: 120 }} />}>
          <ProviderChoice providers={providers} chosen={chosen} onChoose={onChoose} />
        </Suspense>
      </DropPanel>
    </>
  );
}

function wordsFor(providers: Provider[], chosen: ProviderId[]): string {
  if (chosen.length === 0) return 'All providers';
  const first = providers.find((provider) => provider.ProviderId === chosen[0]);
  if (chosen.length === 1 && first) return providerName(first);
  return `${chosen.length} providers`;
}
