import { at, dir, G, place, polar, rows, swell } from '../geom.mjs';
import { ink, leaf, stem } from './parts.mjs';

const leaflet = (c, L, seed, bend = 0) =>
  leaf(c, { L, W: L * 0.58, a: 1.05, b: 0.46, serr: 5, veins: 5, hatch: 1, seed, bend, lw: 0.85 });

/** Three leaflets on one stalk, growing from (0,0) upwards. */
export const trefoil = (c, stalk, L, seed = 1) =>
  stem(
    c,
    [
      [0, 0],
      [2, -stalk * 0.5],
      [0, -stalk],
    ],
    2.8,
    2,
  ).svg +
  place(leaflet(c, L * 0.92, seed, -0.06), -1, -stalk, -58) +
  place(leaflet(c, L * 0.92, seed + 1, 0.06), 1, -stalk, 58) +
  place(leaflet(c, L, seed + 2), 0, -stalk - L * 0.08, 0);

/* A long beaked pod with the seeds showing through. */
function pod(c, L) {
  const skin = leaf(
    { ...c, a: '#B7B965', b: '#8D9244' },
    { L, W: 13, a: 0.3, b: 0.7, veins: 0, hatch: 0, bend: 0.22, lw: 0.9 },
  );
  const seeds = Array.from({ length: 8 }, (_, i) => {
    const t = 0.1 + i * 0.085;
    const x = 0.22 * L * (t * t - 0.15 * t);
    return ink(
      c,
      [
        [x - 3.6, -L * t],
        [x, -L * t - 3],
        [x + 3.6, -L * t],
      ],
      swell(1.3, 0.3),
      4,
    );
  });
  return skin + seeds.join('');
}

/* A cream pea flower. */
const bloom = (c) =>
  rows('-34,20,15 34,20,15 0,26,20')
    .map(([turn, L, W]) =>
      G(
        leaf({ ...c, a: c.y, b: c.z }, { L, W, a: 0.8, b: 0.5, veins: 2, hatch: 0, bend: 0.04, lw: 0.72 }),
        `rotate(${turn})`,
      ),
    )
    .join('');

/** A sprig of methi along points: trefoils left and right, flowers and pods in the axils. */
export function methiSprig(c, points, k = 1) {
  const stalk = stem(c, points, 6 * k, 2.4);
  let out = '';
  for (let i = 0; i < 6; i++) {
    const t = 0.16 + i * 0.145;
    const [x, y] = at(stalk.L, t);
    const side = i % 2 ? 1 : -1;
    const up = dir(stalk.L, t) + 90;
    out += place(pod(c, (104 - i * 9) * k), x, y, up - side * (26 + (i % 3) * 6));
    out += place(trefoil(c, (46 - i * 4) * k, (62 - i * 4) * k, i * 3), x, y, up + side * (58 - i * 4));
    if (i > 1)
      out += place(bloom(c), ...polar(up - 90 - side * 54, 15 * k, 15 * k, [x, y]), up - side * 46, k * 0.92);
  }
  const [x, y] = at(stalk.L, 1);
  return out + stalk.svg + place(trefoil(c, 14 * k, 58 * k, 21), x, y, dir(stalk.L, 1) + 90);
}

/** Methi: a sprig with trefoil leaves, cream flowers and beaked pods. */
export const methi = (c) => methiSprig(c, rows('206,396 194,300 208,200 198,84'), 1.08);
