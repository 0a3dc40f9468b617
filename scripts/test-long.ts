import { randomInt } from 'node:crypto';
import { findChromium } from './chromium.ts';
import { figuresOf, proofsNamed, type LongProof } from './long-proofs.ts';
import { runAll } from './run-all.ts';
import type { Stage } from './schedule.ts';
import { browserStage, lanes, toolStage, vitestStage, type StageEnd } from './stages.ts';

/** A night looks somewhere else every time; the seed that is printed repeats it. */
const seed = process.env['TEST_SEED'] ?? String(randomInt(2 ** 28));

function stageOf([name, proof]: [string, LongProof]): Stage<StageEnd> {
  const figures = figuresOf(proof, process.env);
  const said = Object.entries(figures).map(([figure, value]) => `${figure}=${value}`);
  const chromium = () => (proof.opensBrowser ? { CHROMIUM_PATH: findChromium() } : {});
  const environment = () => ({ ...figures, TEST_SEED: seed, ...chromium() });
  const needs = proof.opensBrowser ? { needs: 'build' } : {};
  const whole = `${name} ${said.join(' ')}`;
  if (proof.areSpecs) return browserStage(whole, proof.paths, { lanes, ...needs, environment, isLive: true });
  return vitestStage(whole, [], proof.paths, { lanes, ...needs, environment });
}

try {
  const proofs = proofsNamed(process.argv.slice(2));
  console.log(`TEST_SEED=${seed} repeats this run.\n`);
  const build = proofs.some(([, { opensBrowser }]) => opensBrowser) ? [toolStage('build', 'vite', ['build'])] : [];
  process.exitCode = await runAll([...build, ...proofs.map(stageOf)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
