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
        Your company’s directory can add, change and disable people here (SCIM 2.0). Whoever it disables is signed out
        everywhere at once. It never gives rights: new people get the permission groups of its token and see no facility
        until you choose theirs.
      </p>
      <FetchedPart of={fetched} what="tokens of directories" rows={2}>
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
      toastFailure(error, 'That did not work. Nothing was changed; try again.');
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
        <p className={part.help}>No directory has a token yet.</p>
      ) : (
        <ul className={part.list} aria-label="Tokens of directories">
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
        The directory can change nothing here any more. Everybody it added stays as they are.
      </ConfirmDialog>
    </>
  );
}

function factsOf({ createdBy, createdAt, usedAt, roles }: ScimToken, groups: Held['groups']): string {
  const names = groups.filter((group) => roles.some((role) => role === group.id)).map((group) => group.name);
  const given = names.length > 0 ? `New people: ${names.join(', ')}.` : 'New people: no permission group.';
  const used = usedAt === null ? 'Not used yet.' : `Last used ${showMoment(new Date(usedAt))}.`;
  return `Made by ${createdBy}, ${showMoment(new Date(createdAt))}. ${used} ${given}`;
}
