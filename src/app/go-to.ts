import { router } from './router.tsx';

/** Moves to a path from outside React. */
export async function goTo(path: string): Promise<void> {
  await router().navigate(path);
}
