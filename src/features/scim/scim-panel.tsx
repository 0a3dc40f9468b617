import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReplyOf } from '#contract/endpoints.ts';
import type { ScimToken } from '#contract/scim/endpoints.ts';
import { call } from '#shared/api.ts';
import { showMoment } from '#shared/format/clock.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useOnline } from '#shared/sync-state.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import part from '#shared/ui/part/part.module.css';
import { NewToken } from './new-token.tsx';
import classes from './scim.module.css';

type Held = ReplyOf<'scim.tokens'> & { groups: ReplyOf<'users.groups'>['permissionGroups'] };

/** The tokens with which a company's directory writes who works here (SCIM 2.0). */
export function ScimPanel() {
  const fetched = useFetched<Held>(async () => {
    const [held, { permissionGroups: groups }] = await Promise.all([call('scim.tokens', {}), call('users.groups', {})]);
    return { ...held, groups };
  });
  return (
    <section aria-labelledby="directory" className={classes.part}>
      <h2 id="directory" className={part.heading}>
        Directory
      </h2>
      <p className={part.help}>
        Your company’s directory can add, change and disable users here (SCIM 2.0). Disabled users are signed out
        everywhere right away. New users get the permission groups of the token. They see no facility until you choose
        one.
      </p>
      <FetchedPart of={fetched} what="directory tokens" rows={2}>
        {(held) => <Tokens held={held} reload={fetched.load} />}
      </FetchedPart>
    </section>
  );
}

function Tokens({ held: { address, tokens, groups }, reload }: { held: Held; reload: () => void }) {
  const isOnline = useOnline();
  const [asked, setAsked] = useState<ScimToken | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function revoke({ ScimTokenId, Name }: ScimToken): Promise<void> {
    setBusy(true);
    try {
      await call('scim.revokeToken', { id: ScimTokenId });
      toastDone(`The token of ${Name} is revoked.`);
    } catch (error) {
      toastFailure(error, 'That did not work. Nothing was changed. Try again.');
    } finally {
      setBusy(false);
      setAsked(null);
      reload();
    }
  }

  return (
    <>
      <p className={part.help}>The address for your directory:</p>
      <code className={part.code}>{address}</code>
      {tokens.length === 0 ? (
        <p className={part.help}>No directory tokens yet.</p>
      ) : (
        <ul className={part.list} aria-label="Directory tokens">
          {tokens.map((token) => (
            <li key={token.ScimTokenId} className={part.line}>
              <span className={classes.words}>
                {token.Name}
                <span className={classes.facts}>{factsOf(token, groups)}</span>
              </span>
              <Button
                variant="default"
                size="xs"
                disabled={!isOnline}
                aria-label={`Revoke the token of ${token.Name}`}
                onClick={() => setAsked(token)}
              >
                Revoke…
              </Button>
            </li>
          ))}
        </ul>
      )}
      <NewToken groups={groups} isOnline={isOnline} onMade={reload} />
      <ConfirmDialog
        opened={asked !== null}
        title={`Revoke the token of ${asked?.Name ?? 'this directory'}?`}
        confirmLabel="Revoke"
        danger
        busy={isBusy}
        onConfirm={() => asked && void revoke(asked)}
        onCancel={() => setAsked(null)}
      >
        The directory can no longer change anything here. The users it added stay.
      </ConfirmDialog>
    </>
  );
}

function factsOf({ createdBy, createdAt, usedAt, roles }: ScimToken, groups: Held['groups']): string {
  const names = groups.filter((group) => roles.some((role) => role === group.id)).map((group) => group.name);
  const given = names.length > 0 ? `New users: ${names.join(', ')}.` : 'New users: no permission group.';
  const used = usedAt === null ? 'Not used yet.' : `Last used ${showMoment(new Date(usedAt))}.`;
  return `Created by ${createdBy}, ${showMoment(new Date(createdAt))}. ${used} ${given}`;
}
