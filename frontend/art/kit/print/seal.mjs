// The brand's stamp: a sprouting root in a scalloped disc.
import { dot, G, P, rows } from '../geom.mjs';
import { petal } from './motifs.mjs';

const SCALLOPS = 24;

const blade = (R, turn, k, fill) =>
  G(P(petal(R * 0.5 * k, R * 0.2 * k), fill), `translate(0 ${-R * 0.04}) rotate(${turn})`);

const rootHair = (R, x, y, w, fill) =>
  P(
    `M${-w} 0C${-w * 0.5} ${R * 0.2} ${x * 0.6} ${y * 0.6} ${x} ${y}` +
      `C${x * 0.5 + w * 0.6} ${y * 0.6} ${w * 0.6} ${R * 0.2} ${w} 0Z`,
    fill,
  );

const ROOTS = rows('0,0.66,0.07 -0.34,0.5,0.05 0.34,0.5,0.05 -0.17,0.4,0.04 0.17,0.4,0.04');

/** The sprouting root alone, for a disc of radius R round (0,0). */
export const sprout = (R, drawing, accent) =>
  blade(R, -62, 0.9, accent) +
  blade(R, 62, 0.9, accent) +
  blade(R, -30, 1.06, drawing) +
  blade(R, 30, 1.06, drawing) +
  blade(R, 0, 1.3, accent) +
  ROOTS.map(([x, y, w]) => rootHair(R, R * x, R * y, R * w, drawing)).join('');

/** The scalloped disc alone. */
export function scallops(R, disc) {
  let out = '';
  for (let i = 0; i < SCALLOPS; i++) {
    const a = (i * 2 * Math.PI) / SCALLOPS;
    out += dot(R * 0.95 * Math.cos(a), R * 0.95 * Math.sin(a), R * 0.125, disc);
  }
  return out + dot(0, 0, R * 0.96, disc);
}

/** The seal round (0,0): disc, drawing, accent. */
export const seal = (R, disc, drawing, accent) =>
  scallops(R, disc) +
  `<circle r="${R * 0.86}" fill="none" stroke="${accent}" stroke-width="${R * 0.03}"/>` +
  sprout(R, drawing, accent);
