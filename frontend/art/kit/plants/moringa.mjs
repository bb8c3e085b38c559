import { at, dir, place, rows, spline, swell } from '../geom.mjs';
import { ink, leaf, stem } from './parts.mjs';

const leaflet = (c, k, L, W, more) =>
  leaf(c, { L: L * k, W: W * k, a: 0.75, b: 0.62, veins: 3, hatch: 2, lw: 0.72, ...more });

function pod(c, x, y, turn, L) {
  const skin = leaf(
    { ...c, a: c.f, b: c.g },
    { L, W: 20, a: 0.25, b: 0.3, veins: 0, hatch: 0, bend: 0.1, lw: 1.1 },
  );
  const joints = Array.from({ length: 10 }, (_, i) => {
    const t = 0.1 + i * 0.08;
    const cx = 0.1 * L * t * t;
    return ink(
      c,
      [
        [cx - 6, -L * t],
        [cx, -L * t - 3],
        [cx + 6, -L * t],
      ],
      swell(1.3, 0.2),
      4,
    );
  });
  return place(skin + joints.join(''), x, y, turn);
}

/* A side twig with its pairs of round leaflets. */
function pinna(c, L, side, k) {
  const twig = stem(
    c,
    [
      [0, 0],
      [side * L * 0.5, -L * 0.13],
      [side * L, -L * 0.08],
    ],
    2.6,
    1.4,
  );
  let out = twig.svg;
  for (let i = 1; i <= 5; i++) {
    const t = i / 5.4;
    const [x, y] = at(twig.L, t);
    for (const u of [-1, 1])
      out += place(
        leaflet(c, k, 33, 21, { seed: i * 7 + (u > 0 ? 3 : 0), bend: 0.03 }),
        x,
        y,
        dir(twig.L, t) + 90 + u * 62,
      );
  }
  return out + place(leaflet(c, k, 36, 24), side * L, -L * 0.08, side * 86);
}

const MAIN = rows('206,388 196,300 206,200 200,110 206,30');
// share of the main stem, length, scale
const PINNAE = rows('0.2,128,1 0.4,130,1 0.58,112,0.92 0.74,88,0.84 0.87,60,0.74');

/** Moringa: one great compound leaf before two drumstick pods. */
export function moringa(c) {
  let out = pod(c, 232, 70, 172, 300) + pod(c, 250, 74, 188, 280);
  const main = spline(MAIN, 18);
  PINNAE.forEach(([t, L, k], i) => {
    const [x, y] = at(main, t);
    for (const side of [-1, 1]) out += place(pinna(c, L, side, k), x, y, -side * (16 + i * 7));
  });
  out += stem(c, MAIN, 6, 2).svg;
  for (const [turn, k] of rows('-40,0.7 40,0.7 0,0.8')) out += place(leaflet(c, k, 40, 26), 206, 32, turn);
  return out;
}
