import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from '#shared/routing/link.tsx';
import { ForgotForm } from '#features/account/forgot-form.tsx';
import { PlainPage } from '#app/plain-page.tsx';

/** Asks for a link to choose a new password; says the same whether there is such an account or not. */
export function ForgotPasswordRoute() {
  const [askedFor, setAskedFor] = useState<string | null>(null);
  if (askedFor === null) {
    return (
      <PlainPage title="Forgot your password?" lead="We’ll email you a link to choose a new one.">
        <ForgotForm onAsked={setAskedFor} />
        <BackLink label="Back to sign-in" />
      </PlainPage>
    );
  }
  return (
    <PlainPage
      title="Check your email"
      lead={`If ${askedFor} belongs to an account, we’ll send a link in a moment. It works for an hour. If you get no email, ask your clinic’s administrator.`}
    >
      <BackLink label="Go to sign-in" />
    </PlainPage>
  );
}

function BackLink({ label }: { label: string }) {
  return (
    <Button component={Link} to="/login" variant="subtle" size="md" fullWidth mt={8}>
      {label}
    </Button>
  );
}
