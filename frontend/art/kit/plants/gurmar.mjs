import { at, dir, place, polar, rows, taper } from '../geom.mjs';
import { ink, leaf, pairs, stem, tendril } from './parts.mjs';

/** An umbel of small yellow bells. */
export function umbel(c, R = 26) {
  let out = '';
  for (let i = 0; i < 9; i++) {
    const angle = -90 + (i - 4) * 34;
    const [x, y] = polar(angle, R * (0.72 + 0.28 * (i % 2)));
    const bell = leaf(
      { ...c, a: c.h, b: c.f },
      { L: 15, W: 15, a: 0.55, b: 0.4, veins: 1, hatch: 0, lw: 0.7, bend: 0 },
    );
    out +=
      ink(
        c,
        [
          [0, 0],
          [x * 0.6, y * 0.5 - 2],
          [x, y],
        ],
        taper(1.6, 0.9),
        5,
      ) + place(bell, x, y, angle + 90);
  }
  return out;
}

const leafOf = (c, L, seed, bend) =>
  leaf(c, { L, W: L * 0.54, a: 0.68, b: 0.98, veins: 6, hatch: 2, seed, bend });

/** A climbing shoot of gurmar along points: n pairs of leaves, umbels in every second axil. */
export function gurmarShoot(c, points, n, k) {
  const vine = stem(c, points, 5.4 * k, 2);
  const leaves = pairs(vine.L, n, 0.06, 0.96, (i, side, [x, y], angle) =>
    place(
      leafOf(c, (92 - (i / n) * 40) * k, i * 5 + (side > 0 ? 2 : 0), side * 0.1),
      x,
      y,
      angle + side * (72 - 12 * (i / n)),
    ),
  );
  const umbels = [0.24, 0.52, 0.76].map((t, i) => {
    const [x, y] = at(vine.L, t);
    return place(umbel(c, 24 * k), x, y, dir(vine.L, t) + 90 + (i % 2 ? 34 : -34));
  });
  const [x, y] = at(vine.L, 1);
  return leaves + vine.svg + umbels.join('') + place(leafOf(c, 46 * k, 3, 0.1), x, y, dir(vine.L, 1) + 90);
}

/** Gurmar: a climber winding round its own shoot, with yellow umbels. */
export const gurmar = (c) =>
  gurmarShoot(c, rows('150,396 214,320 176,230 236,150 196,66 214,34'), 7, 1) +
  tendril(c, 218, 30, 18, 1.8, 1, 2.6);
