import { arcPoints, at, dir, G, P, place, polar, rows, swell, taper } from '../geom.mjs';
import { berry } from './jamun.mjs';
import { ink, leaf, pairs, plate, stem } from './parts.mjs';

/* Sickle-shaped and toothed: half of what makes a neem leaf a neem leaf. */
const leaflet = (c, L, side, seed) =>
  leaf(c, { L, W: L * 0.3, a: 0.55, b: 0.95, serr: 8, veins: 6, hatch: 1, bend: side * 0.2, seed, lw: 0.78 });

/** A compound leaf along points: n pairs of leaflets, the first at share `from`, and one at its end. */
export function pinnate(c, points, n, k, draw = leaflet, from = 0.2) {
  const rib = stem(c, points, 4.2 * k, 1.6);
  const leaflets = pairs(rib.L, n, from, 1, (i, side, [x, y], angle) => {
    const L = (74 - 26 * Math.abs(i / n - 0.4)) * k;
    return place(draw(c, L, side, i * 3 + (side > 0 ? 1 : 0)), x, y, angle + side * (64 - (i / n) * 22));
  });
  const [x, y] = at(rib.L, 1);
  return leaflets + rib.svg + place(draw(c, 58 * k, 0.4, 7), x, y, dir(rib.L, 1) + 90);
}

/* A white five-petalled star with its yellow column. */
function blossom(c, R) {
  const petals = [0, 72, 144, 216, 288].map((turn) =>
    G(
      leaf(
        { ...c, a: c.h, b: c.f },
        { L: R, W: R * 0.52, a: 0.7, b: 0.5, veins: 0, hatch: 0, lw: 0.62, bend: 0.06 },
      ),
      `rotate(${turn})`,
    ),
  );
  const column = plate(c, P(`M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0`, c.y));
  return petals.join('') + column + ink(c, arcPoints(0, 360, 3, 3, 12), 0.9);
}

/* A hanging spray of blossoms and buds. */
function panicle(c, points, n) {
  const axis = stem(c, points, 2.6, 1.2);
  let out = axis.svg;
  for (let i = 0; i < n; i++) {
    const t = 0.22 + (0.74 * i) / n;
    const foot = at(axis.L, t);
    const side = i % 2 ? 1 : -1;
    const tip = polar(dir(axis.L, t) + side * 62, 28 - 14 * t, 28 - 14 * t, foot);
    out += ink(c, [foot, tip], taper(1.5, 0.8), 4) + place(blossom(c, 16 - 4 * t), ...tip, i * 31);
  }
  const [x, y] = at(axis.L, 1);
  return out + place(blossom(c, 12), x, y, 12);
}

const OLIVE = { f: '#B9BF5A', g: '#8B9238', h: '#E6E7A4' };

function drupes(c, [x0, y0], list) {
  const fruit = { ...c, ...OLIVE };
  const stalks = list.map(([x, y]) =>
    ink(
      c,
      [
        [x0, y0],
        [(x0 + x) / 2 + (x - x0) * 0.2, (y0 + y) / 2 - 4],
        [x, y - 17],
      ],
      taper(2.2, 1.5),
    ),
  );
  return (
    stalks.join('') +
    list.map(([x, y, turn]) => place(berry(fruit, { rx: 12.5, ry: 18 }), x, y, turn)).join('')
  );
}

/** Neem: a fan of sickle-leaved twigs, a spray of white stars left, olive drupes right. */
export const neem = (c) =>
  pinnate(c, rows('200,306 158,216 106,150 38,122'), 6, 0.94) +
  pinnate(c, rows('202,306 246,216 298,150 364,122'), 6, 0.94) +
  pinnate(c, rows('200,312 176,204 140,110 94,36'), 5, 0.92, leaflet, 0.46) +
  pinnate(c, rows('202,312 226,204 264,110 310,36'), 5, 0.92, leaflet, 0.46) +
  pinnate(c, rows('201,330 198,220 204,120 200,44'), 6, 0.96, leaflet, 0.3) +
  stem(c, rows('203,398 198,350 201,300'), 9, 5).svg +
  panicle(c, rows('199,318 164,318 126,346 104,394'), 8) +
  drupes(c, [214, 318], rows('244,356,-8 272,344,-20 262,386,-6 292,378,-18')) +
  ink(c, rows('201,316 208,314 214,318'), swell(2.6, 1.6));
