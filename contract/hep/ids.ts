import { z } from 'zod';

export const HomeProgramId = z.uuid().brand<'HomeProgramId'>();
export type HomeProgramId = z.output<typeof HomeProgramId>;
export const HomeProgramLogId = z.uuid().brand<'HomeProgramLogId'>();
export type HomeProgramLogId = z.output<typeof HomeProgramLogId>;
export const RtmEpisodeId = z.uuid().brand<'RtmEpisodeId'>();
export type RtmEpisodeId = z.output<typeof RtmEpisodeId>;
