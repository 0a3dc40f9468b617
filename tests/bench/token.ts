import { demoPassword, type Clinic } from '../clinic.ts';

export async function tokenFor(clinic: Clinic, who: string): Promise<string> {
  const answer = await fetch(`${clinic.url}/api/session/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${who}@demo.test`, password: demoPassword }),
  });
  if (!answer.ok) throw new Error(`login failed: ${answer.status}`);
  const { token } = (await answer.json()) as { token: string };
  return token;
}
