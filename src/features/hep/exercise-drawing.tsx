import { figureSvg } from '#contract/exercises/figures/figure-svg.ts';
import classes from './hep.module.css';

/** A drawing of ours, as a picture: no markup is ever put into the page. */
export function ExerciseDrawing({ figure, size }: { figure: string | null; size: number }) {
  const svg = figure === null ? null : figureSvg(figure, { size, title: null });
  if (svg === null) return null;
  const url = `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
  return <span className={classes.drawing} style={{ width: size, height: size, maskImage: url }} aria-hidden />;
}
