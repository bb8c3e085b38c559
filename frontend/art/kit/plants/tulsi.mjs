import { at, dir, place, rows } from '../geom.mjs';
import { leaf, pairs, stem } from './parts.mjs';

/* The flower spike at the end of a stalk: pairs of small purple lips. */
function spike(c, line, k) {
  let out = '';
  for (let i = 0; i < 8; i++) {
    const t = 0.62 + (0.37 * i) / 8;
    const [x, y] = at(line, t);
    const angle = dir(line, t) + 90;
    const w = (1 - i / 11) * k;
    const lip = { L: 20 * w, W: 15 * w, a: 0.7, b: 0.6, veins: 1, hatch: 1, lw: 0.75, seed: i };
    for (const u of [-1, 1]) out += place(leaf({ ...c, a: c.f, b: c.g }, lip), x, y, angle + u * 58);
    const bud = leaf({ ...c, a: c.h, b: c.f }, { L: 15 * w, W: 11 * w, veins: 0, hatch: 0, lw: 0.7 });
    out += place(bud, x, y, angle + (i % 2 ? 8 : -8));
  }
  return out;
}

function arm(c, points, n, k) {
  const stalk = stem(c, points, 6 * k + 1, 2);
  const leaves = pairs(stalk.L, n, 0.1, 0.6, (i, side, [x, y], angle) =>
    place(
      leaf(c, {
        L: (84 - i * 9) * k,
        W: (46 - i * 5) * k,
        a: 0.85,
        b: 0.95,
        serr: 9,
        veins: 5,
        hatch: 2,
        seed: i * 3 + (side > 0 ? 1 : 0),
        bend: side * -0.08,
        lw: 0.9,
      }),
      x,
      y,
      angle + side * (66 - i * 5),
    ),
  );
  return stalk.svg + leaves + spike(c, stalk.L, k);
}

/** Tulsi: three stalks of toothed leaves, each ending in a flower spike. */
export const tulsi = (c) =>
  arm(c, rows('196,300 150,220 112,150 84,66'), 4, 0.82) +
  arm(c, rows('204,280 252,210 292,142 316,60'), 4, 0.82) +
  arm(c, rows('200,392 196,280 204,150 200,12'), 5, 1.06);
