import { Button, Checkbox, Stack } from '@mantine/core';
import type { ProviderId } from '#contract/base/ids.ts';
import { providerName, type Provider } from '#contract/providers/provider.ts';

type Props = { providers: Provider[]; chosen: ProviderId[]; onChoose: (chosen: ProviderId[]) => void };

/** The list behind the provider filter; loaded when first opened. */
export function ProviderChoice({ providers, chosen, onChoose }: Props) {
  return (
    <>
      <Checkbox.Group label="Providers" value={chosen} onChange={(values) => onChoose(values as ProviderId[])}>
        <Stack gap={8} mt={8} mah={320} style={{ overflowY: 'auto' }}>
          {providers.map((provider) => (
            <Checkbox key={provider.ProviderId} value={provider.ProviderId} label={providerName(provider)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Button mt={12} variant="subtle" size="compact-sm" disabled={chosen.length === 0} onClick={() => onChoose([])}>
        Everyone
      </Button>
    </>
  );
}
