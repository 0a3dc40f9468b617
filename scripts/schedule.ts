export type Stage<Result> = {
  name: string;
  /** How many lanes it takes; a stage that takes all of them runs alone. */
  lanes: number;
  /** The stage that must have passed before this one makes sense. */
  needs?: string;
  run(): Promise<Result>;
};

export type Outcome<Result> = { name: string; seconds: number } & (
  | { state: 'ran'; result: Result }
  | { state: 'broke'; reason: string }
  | { state: 'not run'; reason: string }
);

export type Watch<Result> = {
  started(name: string): void;
  ended(outcome: Outcome<Result>): void;
  hasPassed(outcome: Outcome<Result>): boolean;
};

/**
 * Runs every stage, whatever became of the others: in the order given, as many at a time as there are lanes. One whose
 * need is met keeps its turn: none behind it starts before it fits. Resolves to the outcomes in the order of the stages.
 */
export async function runStages<Result>(
  stages: readonly Stage<Result>[],
  lanes: number,
  watch: Watch<Result>,
): Promise<Outcome<Result>[]> {
  const outcomes = new Map<string, Outcome<Result>>();
  const running = new Map<string, Promise<void>>();
  const waiting = [...stages];
  let free = lanes;

  const settle = (outcome: Outcome<Result>): void => {
    outcomes.set(outcome.name, outcome);
    watch.ended(outcome);
  };
  const start = (stage: Stage<Result>): void => {
    const taken = Math.min(stage.lanes, lanes);
    free -= taken;
    watch.started(stage.name);
    const work = timed(stage).then((outcome) => {
      free += taken;
      running.delete(stage.name);
      settle(outcome);
    });
    running.set(stage.name, work);
  };

  while (waiting.length > 0 || running.size > 0) {
    const at = waiting.findIndex(({ needs }) => needs === undefined || outcomes.has(needs));
    const next = waiting[at];
    if (next && Math.min(next.lanes, lanes) <= free) {
      const [stage = next] = waiting.splice(at, 1);
      const needed = stage.needs === undefined ? undefined : outcomes.get(stage.needs);
      if (!needed || watch.hasPassed(needed)) start(stage);
      else settle({ name: stage.name, seconds: 0, state: 'not run', reason: `'${needed.name}' failed` });
      continue;
    }
    if (running.size === 0) throw new Error(`Stages wait for what is not there: ${waiting[0]?.name}.`);
    await Promise.race(running.values());
  }
  return stages.flatMap(({ name }) => outcomes.get(name) ?? []);
}

async function timed<Result>({ name, run }: Stage<Result>): Promise<Outcome<Result>> {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  try {
    const result = await run();
    return { name, seconds: seconds(), state: 'ran', result };
  } catch (error) {
    return { name, seconds: seconds(), state: 'broke', reason: error instanceof Error ? error.message : String(error) };
  }
}
