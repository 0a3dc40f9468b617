import { equipApi, type ApiSurroundings } from '#shared/api.ts';

/** The calls of a page with nobody in and nobody who meets a refusal; `given` in place of parts of that. */
export function equipAlone(given: Partial<ApiSurroundings> = {}): void {
  equipApi({
    token: () => null,
    site: () => null,
    socketId: () => null,
    refresh: async () => false,
    meetRefusal: async () => 'throw',
    ...given,
  });
}
