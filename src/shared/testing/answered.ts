import { vi } from 'vitest';
import * as api from '#shared/api.ts';

/**
 * Answers in place of the server, by the name of the call; one that is an error is thrown. Gives what was asked, in
 * order. Files share their modules, so that one of them is spied on, never mocked for good.
 */
export function answersTo(answers: Record<string, unknown>): [name: string, input: object][] {
  const asked: [string, object][] = [];
  vi.spyOn(api, 'call').mockImplementation(async (name, input) => {
    asked.push([name, input]);
    const answer = answers[name];
    if (answer instanceof Error) throw answer;
    return answer as never;
  });
  return asked;
}
